import { type Estimate, estimate } from '@plenum/insight/estimate';
import { degreeDayBases } from '../energy/cost-change.ts';
import { rowOf, type Samples } from '../number/samples.ts';

const day = 86_400_000;

/** Directions of the air conditioner. */
export const ways = ['heating', 'cooling'] as const;
export type Way = (typeof ways)[number];

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
  readonly way: Way | undefined;
  readonly energy: number;
}

/** Returns the days that are recorded completely. */
export function passportDays(samples: Samples): readonly PassportDay[] {
  const rows = passportSeries.map((name) => rowOf(samples, name));
  return samples.times.flatMap((at, place) => {
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
const degreeDaysOf = ({ outdoor }: PassportDay, way: Way, warmer = 0): number => {
  const excess = outdoor - degreeDayBases[way] - warmer;
  return Math.max(0, way === 'heating' ? -excess : excess);
};

/** Degree-days of a day below which it shows little about the house, and days without which nothing is known. */
const leastDegreeDays = 2;
const leastDays = 6;

/** Returns the kWh for each degree-day on the days on which the unit ran in a direction; undefined if these are too few. */
export function energyPerDegreeDay(days: readonly PassportDay[], way: Way): Estimate | undefined {
  const usable = days.filter((one) => one.way === way && degreeDaysOf(one, way) >= leastDegreeDays);
  if (usable.length < leastDays) return undefined;
  return estimate(usable.map((one) => one.energy / degreeDaysOf(one, way)));
}

/** A month of a house. */
export interface PassportMonth {
  readonly from: number;
  readonly days: number;
  /** kWh of the air conditioner. */
  readonly energy: number;
  /** Degree-days of all its days. */
  readonly heating: number;
  readonly cooling: number;
  /** The direction in which it ran on most days; undefined if it did not run. */
  readonly way: Way | undefined;
  /** kWh for each degree-day in that direction; undefined without any. */
  readonly perDegreeDay: number | undefined;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Returns the direction in which the unit ran on most of some days. */
const usualWay = (days: readonly PassportDay[]): Way | undefined => {
  const count = (way: Way) => days.filter((one) => one.way === way).length;
  const [heating, cooling] = [count('heating'), count('cooling')];
  if (heating + cooling === 0) return undefined;
  return heating >= cooling ? 'heating' : 'cooling';
};

/** Returns the days of each month of the house's time zone, the latest month first. */
export function daysByMonth(
  days: readonly PassportDay[],
  timeZone: string,
): readonly (readonly PassportDay[])[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' });
  // A day begins at midnight, so its middle is in the same month even when the clocks change.
  const months = Map.groupBy(days, ({ at }) => format.format(at + day / 2));
  return [...months.values()].toReversed();
}

/** Adds up the days of a month. */
export function toMonth(days: readonly PassportDay[]): PassportMonth {
  const way = usualWay(days);
  const [heating, cooling] = ways.map((of) => sum(days.map((one) => degreeDaysOf(one, of)))) as [
    number,
    number,
  ];
  const energy = sum(days.map((one) => one.energy));
  const degrees = way === 'heating' ? heating : cooling;
  return {
    from: days[0]!.at,
    days: days.length,
    energy,
    heating,
    cooling,
    way,
    perDegreeDay: way === undefined || degrees < leastDegreeDays ? undefined : energy / degrees,
  };
}

/** The energy that a month would have taken with other rooms. */
export interface AtSetpoint {
  /** Mean temperature of the rooms in °C on the days on which the unit ran. */
  readonly indoor: number;
  /** kWh as it was, and as it would have been. */
  readonly energy: number;
  readonly wouldBe: number;
}

/**
 * Estimates the energy that the days of a month would have taken with rooms of `setpoint` °C: in proportion to the
 * degree-days. Returns `undefined` if the unit did not run, or hardly had to.
 */
export function energyAt(days: readonly PassportDay[], setpoint: number): AtSetpoint | undefined {
  const way = usualWay(days);
  const ran = days.filter((one) => one.way === way);
  if (way === undefined || ran.length === 0) return undefined;
  const indoor = mean(ran.map((one) => one.indoor));
  const before = sum(ran.map((one) => degreeDaysOf(one, way)));
  if (before < leastDegreeDays) return undefined;
  const after = sum(ran.map((one) => degreeDaysOf(one, way, setpoint - indoor)));
  const energy = sum(days.map((one) => one.energy));
  return { indoor, energy, wouldBe: (energy * after) / before };
}
