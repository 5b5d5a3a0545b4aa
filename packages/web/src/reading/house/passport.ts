import {
  degreeDaysOf,
  leastDegreeDays,
  type PassportDay,
  type PassportWay,
  passportWays,
} from '@plenum/insight/energy';

const day = 86_400_000;

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
  readonly way: PassportWay | undefined;
  /** kWh for each degree-day in that direction; undefined without any. */
  readonly perDegreeDay: number | undefined;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Returns the direction in which the unit ran on most of some days. */
const usualWay = (days: readonly PassportDay[]): PassportWay | undefined => {
  const count = (way: PassportWay) => days.filter((one) => one.way === way).length;
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
  const [heating, cooling] = passportWays.map((of) => sum(days.map((one) => degreeDaysOf(one, of)))) as [
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
