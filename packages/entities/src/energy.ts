import type { EnergyAnswer } from '@plenum/insight/energy';

export const flows = ['used', 'solar', 'import', 'export'] as const;

/**
 * Energy in Wh since the first record of a bridge: per channel by its series (`power.0.1`), per flow of the house, and of
 * the ducted unit per zone (`zone.3`). Costs are in the currency of the tariff (`power.0.1.cost`, `zone.3.cost`).
 */
export type EnergyTotals = ReadonlyMap<string, number>;

const sum = (parts: readonly (number | null)[]): number =>
  parts.reduce<number>((total, part) => total + (part ?? 0), 0);

/** Returns the name of the cost of a series of energy. */
export const costOf = (series: string): string => `${series}.cost`;

/** Returns the series of a zone and of a channel. */
export const zoneSeries = (index: number): string => `zone.${index}`;
export const channelSeries = (device: number, channel: number): string => `power.${device}.${channel}`;

/** Returns the totals of an answer to `allEnergy`. */
export const toTotals = ({ bars, channels, rooms }: EnergyAnswer): EnergyTotals =>
  new Map([
    ...flows.map((flow) => [flow, sum(bars.map((bar) => bar[flow]))] as const),
    ...channels.flatMap(({ series, energy, cost }) => toEnergyAndCost(series, energy, cost)),
    ...(rooms?.zones ?? []).flatMap(({ index, energy, cost }) =>
      toEnergyAndCost(zoneSeries(index), energy, cost),
    ),
  ]);

/** Returns the total energy of a series, and its total cost if any part of it is known. */
const toEnergyAndCost = (
  series: string,
  energy: readonly (number | null)[],
  cost: readonly (number | null)[],
): (readonly [string, number])[] => [
  [series, sum(energy)],
  ...(cost.every((one) => one === null) ? [] : [[costOf(series), sum(cost)] as const]),
];

/**
 * Returns new totals. No energy is below its previous value, since a receiver treats a falling counter as a new meter; it
 * could fall if a simulated house's clock is set back. A cost may fall, because a new tariff applies to the past too.
 */
export const neverFalling = (before: EnergyTotals | undefined, now: EnergyTotals): EnergyTotals =>
  new Map(
    [...now].map(([series, total]) => [
      series,
      series.endsWith('.cost') ? total : Math.max(total, before?.get(series) ?? 0),
    ]),
  );

/** Rounds the cost of a series to hundredths of the currency; null if it is unknown. */
export function readCost(energy: EnergyTotals | undefined, series: string): number | null {
  const cost = energy?.get(costOf(series));
  return cost === undefined ? null : Math.round(cost * 100) / 100;
}

/** Converts Wh to kWh and rounds down to whole watt-hours, so that the sum of many periods never decreases. */
export const toKwh = (wattHours: number | undefined): number | null =>
  wattHours === undefined ? null : Math.floor(wattHours + 1e-6) / 1000;
