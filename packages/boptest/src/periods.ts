import type { Emulated, Emulator } from '@plenum/simulator';
import { inSlices } from './in-slices.ts';

/** The periods of a scenario. */
export const periodNames = [
  'peak_heat_day',
  'typical_heat_day',
  'peak_cool_day',
  'typical_cool_day',
  'mix_day',
] as const;
export type PeriodName = (typeof periodNames)[number];

/** The day of the year, counted from 0, in the middle of each period that the house has. */
export type Periods = Readonly<Partial<Record<PeriodName, number>>>;

/** A house that can be followed from a time of the year in s. */
interface Followed {
  readonly emulator: Emulator;
  readonly settle: (time: number) => Generator<undefined, Emulated>;
  readonly toInstant: (time: number) => number;
}

/**
 * The heat that machines give to rooms on a day, and that they take from them: the highest means of 15 minutes in W
 * (`heating`, `cooling`), and the sums of these means (`heat`, `cold`).
 */
interface DailyLoad {
  readonly heating: number;
  readonly cooling: number;
  readonly heat: number;
  readonly cold: number;
}

/** Says why a house does not have a period, and which it has. */
export function describeMissing(period: PeriodName, periods: Periods): string {
  const never = {
    peak_heat_day: 'heat',
    typical_heat_day: 'heat',
    peak_cool_day: 'cool',
    typical_cool_day: 'cool',
    mix_day: 'heat and cool on one day',
  }[period];
  const there = periodNames.filter((name) => periods[name] !== undefined);
  return `This house has no ${period}, because its machines never ${never}. It has ${there.join(', ') || 'none'}.`;
}

const DAY = 86_400;
const QUARTER = 900;
/** First and last day that a period of two weeks can have in its middle. */
const [FIRST, LAST] = [7, 357];

/** Follows the house under its own control from the beginning of the year for some days, and yields every few hours. */
export function* followDays(
  { emulator, settle, toInstant }: Followed,
  count: number,
): Generator<undefined, readonly DailyLoad[]> {
  let house = yield* settle(0);
  const days: DailyLoad[] = [];
  for (let day = 0; day < count; day++) {
    const load = { heat: 0, cold: 0, heating: 0, cooling: 0 };
    for (let quarter = 0; quarter < DAY; quarter += QUARTER) {
      let [given, taken, steps] = [0, 0, 0];
      house = emulator.advance(house, toInstant(day * DAY + quarter + QUARTER), (heat) => {
        steps++;
        for (const watts of heat)
          if (watts > 0) given += watts;
          else taken -= watts;
      });
      load.heat += given / steps;
      load.cold += taken / steps;
      load.heating = Math.max(load.heating, given / steps);
      load.cooling = Math.max(load.cooling, taken / steps);
      if (quarter % (6 * QUARTER) === 0) yield;
    }
    days.push(load);
  }
  return days;
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Returns the day with the highest value; undefined if it is 0. */
const highest = (values: readonly number[]): number | undefined => {
  const best = values.reduce((top, value, day) => (value > values[top]! ? day : top), FIRST);
  return values[best]! > 0 ? best : undefined;
};

/** Returns the day whose value is closest to the median of all days that are not 0; undefined if all are 0. */
const typical = (values: readonly number[]): number | undefined => {
  const loaded = values.filter((value) => value > 0);
  if (loaded.length === 0) return undefined;
  const median = medianOf(loaded);
  return highest(values.map((value) => (value > 0 ? 1 / (1 + Math.abs(value - median)) : 0)));
};

/** Returns the periods of a year of loads. */
export function choosePeriods(days: readonly DailyLoad[]): Periods {
  const inside = (value: number, day: number) => (day < FIRST || day > LAST ? 0 : value);
  const heating = days.map((day, number) => inside(day.heating, number));
  const cooling = days.map((day, number) => inside(day.cooling, number));
  const found = {
    peak_heat_day: highest(heating),
    typical_heat_day: typical(heating),
    peak_cool_day: highest(cooling),
    typical_cool_day: typical(cooling),
    mix_day: highest(days.map(({ heat, cold }, day) => inside(heat * cold, day))),
  };
  return Object.fromEntries(Object.entries(found).filter(([, day]) => day !== undefined));
}

/** Finds the periods of a house in its own year, which takes seconds. */
export async function findPeriods(house: Followed): Promise<Periods> {
  const signal = new AbortController().signal;
  return choosePeriods(await inSlices(followDays(house, 365), signal));
}
