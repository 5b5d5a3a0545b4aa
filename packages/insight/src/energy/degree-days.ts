import { type Estimate, estimate } from '../estimate/index.ts';

/** Temperature outdoors in °C from which a house is heated or cooled, for degree-days. */
export const degreeDayBases = { heating: 18, cooling: 24 } as const;

/** Directions of the air conditioner. */
export const passportWays = ['heating', 'cooling'] as const;
export type PassportWay = (typeof passportWays)[number];

/** The series that a thermal passport is made of, each in steps of a day. */
export const passportSeries = [
  'weather.Temperature',
  'unit.Temp',
  'unit.Heating',
  'unit.Cooling',
  'unit.Wh',
] as const;

/** A recorded day of a house: mean temperatures in °C, kWh of the air conditioner, and the direction in which it ran. */
export interface PassportDay {
  readonly at: number;
  readonly outdoor: number;
  /** Return air, which is the mean of the rooms that the unit serves. */
  readonly indoor: number;
  readonly way: PassportWay | undefined;
  readonly energy: number;
}

/** The series of a passport in steps of a day: the time of each day, and a value or `null` for each. */
export interface RecordedDays {
  readonly times: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Returns the days that are recorded completely. */
export function passportDays({ times, values: recorded }: RecordedDays): readonly PassportDay[] {
  const rows = passportSeries.map((name) => recorded[name] ?? []);
  return times.flatMap((at, place) => {
    const values = rows.map((row) => row[place] ?? Number.NaN);
    if (values.some(Number.isNaN)) return [];
    const [outdoor, indoor, heated, cooled, energy] = values as [number, number, number, number, number];
    const way = heated === 0 && cooled === 0 ? undefined : heated > cooled ? 'heating' : 'cooling';
    return { at, outdoor: outdoor / 100, indoor: indoor / 100, way, energy: energy / 1000 };
  });
}

/**
 * Returns the degree-days of a day, the unit having kept the rooms `warmer` K warmer than it did: the temperature outdoors
 * from which a house is heated or cooled rises by as much.
 */
export function degreeDaysOf({ outdoor }: PassportDay, way: PassportWay, warmer = 0): number {
  const excess = outdoor - degreeDayBases[way] - warmer;
  return Math.max(0, way === 'heating' ? -excess : excess);
}

/** Degree-days of a day below which it shows little about the house. */
export const leastDegreeDays = 2;
/** Days without which nothing is known. */
const leastDays = 6;

/** Returns the kWh for each degree-day on the days on which the unit ran in a direction; undefined if these are too few. */
export function energyPerDegreeDay(days: readonly PassportDay[], way: PassportWay): Estimate | undefined {
  const usable = days.filter((one) => one.way === way && degreeDaysOf(one, way) >= leastDegreeDays);
  if (usable.length < leastDays) return undefined;
  return estimate(usable.map((one) => one.energy / degreeDaysOf(one, way)));
}
