import { toCsvCell } from '@plenum/protocol/text';
import type { HouseFile, Moment } from '@plenum/simulator';
import type { Io } from '../io/io.ts';
import { createStyle } from '../io/style.ts';
import { cutTo, toWidth, widthOf } from '../io/width.ts';

/** A house that was followed from a date such as 2026-01-31. */
interface Followed {
  readonly house: HouseFile;
  readonly moments: readonly Moment[];
  readonly start: string;
}

/** Values over time, with their name and how their range is written. */
interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly describe: (low: number, high: number) => string;
}

const BARS = '▁▂▃▄▅▆▇█';
const LONGEST_NAME = 16;
const LONGEST_RANGE = 24;
const NARROWEST = 24;

const smallest = (values: readonly number[]) => values.reduce((least, each) => Math.min(least, each));
const largest = (values: readonly number[]) => values.reduce((most, each) => Math.max(most, each));
const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Returns the means of `count` equal shares of a list; a share with no value has the one before it. */
const toShares = (values: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => {
    const first = Math.floor((place * values.length) / count);
    return meanOf(
      values.slice(first, Math.max(first + 1, Math.floor(((place + 1) * values.length) / count))),
    );
  });

const toBar = (value: number, low: number, high: number): string => {
  const level = high > low ? Math.floor(((value - low) / (high - low)) * BARS.length) : 0;
  return BARS[Math.max(0, Math.min(BARS.length - 1, level))]!;
};

/** Returns a line with dates above the first column of their day, as far as they fit. */
const toAxis = (start: string, days: number, width: number): string => {
  let axis = '';
  for (let day = 0; day < days; day++) {
    const column = Math.floor((day * width) / days);
    const date = new Date(Date.parse(`${start}T00:00Z`) + day * 86_400_000);
    const label = date.toLocaleDateString('en-AU', { timeZone: 'UTC', day: 'numeric', month: 'short' });
    const isFree = day === 0 || column > axis.length;
    if (isFree && column + label.length <= width) axis = axis.padEnd(column) + label;
  }
  return axis;
};

/**
 * Draws a house in lines of bars: temperatures on one scale, and its power. The width is that of the terminal, or 100
 * characters.
 */
export function toChart({ house, moments, start }: Followed, io: Io): readonly string[] {
  const { bold, dim } = createStyle(io);
  const outdoors = moments.map((moment) => moment.outdoors);
  const inRooms = house.rooms.map((_, room) => moments.map(({ rooms }) => rooms[room]!));
  const power = moments.map((moment) => moment.power);
  const hours = (moments[1]!.at - moments[0]!.at) / 3_600_000;
  const used = (hours * meanOf(power) * power.length) / 1_000;
  const coldest = Math.floor(smallest([outdoors, ...inRooms].map(smallest)));
  const warmest = Math.ceil(largest([outdoors, ...inRooms].map(largest)));
  const degrees = (low: number, high: number) => `${low.toFixed(1)} to ${high.toFixed(1)} °C`;
  const series: readonly Series[] = [
    { name: 'Outdoors', values: outdoors, describe: degrees },
    ...house.rooms.map(({ name }, room) => ({ name, values: inRooms[room]!, describe: degrees })),
  ];
  const names = Math.min(LONGEST_NAME, largest([...series.map(({ name }) => widthOf(name)), 8]));
  const width = Math.max(NARROWEST, (io.columns ?? 100) - names - LONGEST_RANGE - 4);
  const draw = ({ name, values, describe }: Series, low: number, high: number): string => {
    const bars = toShares(values, width)
      .map((value) => toBar(value, low, high))
      .join('');
    return `${toWidth(cutTo(name, names), names)}  ${bars}  ${describe(smallest(values), largest(values))}`;
  };
  const watts: Series = {
    name: 'Power',
    values: power,
    describe: (_, high) => `up to ${(high / 1_000).toFixed(1)} kW, ${used.toFixed(0)} kWh`,
  };
  const days = Math.round((moments.length * hours) / 24);
  return [
    bold(`${house.name}, ${house.place.timeZone}`),
    dim(`${' '.repeat(names + 2)}${toAxis(start, days, width)}`),
    ...series.map((each) => draw(each, coldest, warmest)),
    draw(watts, 0, largest(power)),
    dim(
      `Temperatures: ${BARS[0]} is ${coldest} °C, ${BARS.at(-1)} ${warmest} °C. Power: means of 15 minutes.`,
    ),
  ];
}

/** Formats a time in ms UTC as local time with its offset: `2026-01-31T08:30+11:00`. */
const toLocal = (at: number, format: Intl.DateTimeFormat): string => {
  const local = format.format(at).replace(' ', 'T');
  const minutes = Math.round((Date.parse(`${local}Z`) - at) / 60_000);
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
};

/** Returns a CSV file with a row for each moment: time, °C outdoors and in each room, and the power in W. */
export function toCsv({ rooms, place: { timeZone } }: HouseFile, moments: readonly Moment[]): string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const head = ['time', 'outdoors °C', ...rooms.map(({ name }) => `${name} °C`), 'power W'];
  const rows = moments.map(({ at, outdoors, rooms: air, power }) => [
    toLocal(at, format),
    outdoors.toFixed(2),
    ...air.map((value) => value.toFixed(2)),
    power.toFixed(0),
  ]);
  return `${[head.map(toCsvCell), ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
