import type { Tariff } from './tariff.ts';

/** The periods that energy is added up by. */
export const energyPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type EnergyPeriod = (typeof energyPeriods)[number];

/** The energy of one period of time, in Wh; null where nothing of it is known. */
export interface EnergyBar {
  /** The period in ms UTC, from its beginning to its end in local time. */
  readonly from: number;
  readonly to: number;
  /** The seconds of it for which the use of the house is known. */
  readonly known: number;
  readonly used: number | null;
  readonly solar: number | null;
  /** From the grid and to it. */
  readonly import: number | null;
  readonly export: number | null;
  /** What was generated beyond all use but that of solar diverters. */
  readonly surplus: number | null;
  /** Of what came from the grid, less what was paid for what went to it; null without a tariff. */
  readonly cost: number | null;
}

/** One channel of the power monitor, with its energy in each period. */
export interface EnergyChannel {
  /** Its series in the history, without the unit: `power.0.1`. */
  readonly series: string;
  readonly name: string;
  readonly isGenerator: boolean;
  readonly isTotal: boolean;
  readonly energy: readonly (number | null)[];
}

/** What `GET /energy` answers. */
export interface EnergyAnswer {
  readonly by: EnergyPeriod;
  readonly timeZone: string;
  readonly bars: readonly EnergyBar[];
  /** All bars together, up to now. */
  readonly total: EnergyBar;
  /** The same time earlier: of a whole day, week, month or year the one before, otherwise as many periods. */
  readonly before: EnergyBar;
  readonly channels: readonly EnergyChannel[];
  readonly tariff: Tariff | null;
}

/** What `GET /energy/tariff` answers; null where there is none. */
export interface TariffAnswer {
  readonly tariff: Tariff | null;
  /** Whether it was set, and is not derived from the power monitor's own price. */
  readonly isSet: boolean;
}

/** The question whose answer has all the energy that a bridge has counted, in few periods. */
export const allEnergy = { by: 'year', from: 0 } as const;
