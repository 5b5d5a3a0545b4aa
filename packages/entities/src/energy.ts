import type { EnergyAnswer } from '@plenum/insight/energy';

export const flows = ['used', 'solar', 'import', 'export'] as const;

/**
 * Energy in Wh since the first record of a bridge: per channel by its series (`power.0.1`), and per flow of the house.
 */
export type EnergyTotals = ReadonlyMap<string, number>;

const sum = (parts: readonly (number | null)[]): number =>
  parts.reduce<number>((total, part) => total + (part ?? 0), 0);

/** Returns the totals of an answer to `allEnergy`. */
export const toTotals = ({ bars, channels }: EnergyAnswer): EnergyTotals =>
  new Map([
    ...flows.map((flow) => [flow, sum(bars.map((bar) => bar[flow]))] as const),
    ...channels.map(({ series, energy }) => [series, sum(energy)] as const),
  ]);

/**
 * Returns new totals, none of which is below its previous value, since a receiver treats a falling counter as a new
 * meter. A total could fall if a simulated house's clock is set back.
 */
export const neverFalling = (before: EnergyTotals | undefined, now: EnergyTotals): EnergyTotals =>
  new Map([...now].map(([series, total]) => [series, Math.max(total, before?.get(series) ?? 0)]));
