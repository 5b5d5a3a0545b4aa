import {
  type CalendarDate,
  type DateDuration,
  fromAbsolute,
  getLocalTimeZone,
  parseDate,
  startOfMonth,
  startOfYear,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import { currencyOf, type EnergyAnswer, type EnergyBar, type EnergyPeriod } from '@plenum/insight/energy';
import { toCsvCell } from '@plenum/protocol/text';
import { t } from '../../text/text.ts';
import { dateFormat, formatDecimal } from '../number/intl.ts';

/** The period on the energy page, and the period of each of its bars. */
interface EnergyWindow {
  readonly by: EnergyPeriod;
  readonly from: number;
  readonly to: number;
}

/** The lengths of a window, as on the buttons that select them. */
export const windowKinds = ['Day', 'Week', 'Month', 'Weeks', 'Year', 'Years'] as const;
export type WindowKind = (typeof windowKinds)[number];

interface Shape {
  readonly by: EnergyPeriod;
  readonly start: (date: CalendarDate) => CalendarDate;
  readonly length: DateDuration;
}

const mondayOf = (date: CalendarDate) => {
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
  return date.subtract({ days: (weekday + 6) % 7 });
};

const shapes: Readonly<Record<WindowKind, Shape>> = {
  Day: { by: 'hour', start: (date) => date, length: { days: 1 } },
  Week: { by: 'day', start: mondayOf, length: { weeks: 1 } },
  Month: { by: 'day', start: startOfMonth, length: { months: 1 } },
  Weeks: {
    by: 'week',
    start: (date) => mondayOf(date).subtract({ weeks: 11 }),
    length: { weeks: 12 },
  },
  Year: { by: 'month', start: startOfYear, length: { years: 1 } },
  Years: {
    by: 'year',
    start: (date) => startOfYear(date).subtract({ years: 4 }),
    length: { years: 5 },
  },
};

const times = (
  { days = 0, weeks = 0, months = 0, years = 0 }: DateDuration,
  count: number,
): DateDuration => ({
  days: days * count,
  weeks: weeks * count,
  months: months * count,
  years: years * count,
});

type Zone = string | undefined;

/** Returns the window of a kind that contains a date. */
export function windowAt(kind: WindowKind, date: CalendarDate, timeZone: Zone): EnergyWindow {
  const { by, start, length } = shapes[kind];
  const first = start(date);
  const at = (day: CalendarDate) =>
    toZoned(day, timeZone ?? getLocalTimeZone())
      .toDate()
      .getTime();
  return { by, from: at(first), to: at(first.add(length)) };
}

/** Returns the same date `count` windows later, or earlier if negative. */
export const stepWindow = (kind: WindowKind, date: CalendarDate, count: number): CalendarDate =>
  date.add(times(shapes[kind].length, count));

const earliest = parseDate('1971-01-01');

const parseDay = (text = ''): CalendarDate | undefined => {
  try {
    return parseDate(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads the kind of window and the date from a path. The kind is a week if the path contains none; the date is today if
 * the path contains no day that has begun.
 */
export function readEnergyPath(
  [kind, day]: readonly string[],
  now: number,
  timeZone: Zone,
): { readonly kind: WindowKind; readonly date: CalendarDate } {
  const today = toCalendarDate(fromAbsolute(now, timeZone ?? getLocalTimeZone()));
  const date = parseDay(day);
  return {
    kind: windowKinds.find((each) => each === kind) ?? 'Week',
    date: date === undefined || date.compare(today) > 0 || date.compare(earliest) < 0 ? today : date,
  };
}

/** The kind of window that has the length of a bar. */
const windowOfBar: Readonly<Record<EnergyPeriod, WindowKind | undefined>> = {
  hour: undefined,
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
};

/** Returns the path of the time range that a bar opens; `undefined` if the bar is a single hour. */
export function pathOfBar(
  from: number,
  by: EnergyPeriod,
  timeZone: string,
): readonly [kind: WindowKind, day: string] | undefined {
  const kind = windowOfBar[by];
  return kind && [kind, toCalendarDate(fromAbsolute(from, timeZone)).toString()];
}

const formats: Readonly<Record<WindowKind, Intl.DateTimeFormatOptions>> = {
  Day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  Week: { day: 'numeric', month: 'long', year: 'numeric' },
  Month: { month: 'long', year: 'numeric' },
  Weeks: { day: 'numeric', month: 'long', year: 'numeric' },
  Year: { year: 'numeric' },
  Years: { year: 'numeric' },
};

/** Returns the title of a window: `Friday 20 November 2026`, `16–22 November 2026`, `November 2026`, `2022–2026`. */
export const titleOf = (
  kind: WindowKind,
  { from, to }: Pick<EnergyWindow, 'from' | 'to'>,
  timeZone: Zone,
): string => dateFormat({ timeZone, ...formats[kind] }).formatRange(from, to - 1);

const barFormats: Readonly<Record<EnergyPeriod, Intl.DateTimeFormatOptions>> = {
  hour: { timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

/** Returns the name of a bar: `14:00`, `Fri 20`, `Nov`, `2026`. */
export const barName = (from: number, by: EnergyPeriod, timeZone: Zone): string =>
  dateFormat({ timeZone, ...barFormats[by] }).format(from);

/** Returns the title of a bar's figures: `14:00 – 15:00`, or the title of its window. */
export function barTitle(bar: EnergyBar, by: EnergyPeriod, timeZone: Zone): string {
  const kind = windowOfBar[by];
  return kind === undefined
    ? dateFormat({ timeZone, ...barFormats.hour }).formatRange(bar.from, bar.to)
    : titleOf(kind, bar, timeZone);
}

/** Returns the part of the house's own generation that it used, in Wh. */
export const ownUse = ({ used, import: bought }: EnergyBar): number | null =>
  used === null || bought === null ? null : Math.max(0, used - bought);

/**
 * Returns the percentage of the consumption that the house's own generation covered; `null` if there was no
 * consumption.
 */
export function selfSufficiency(bar: EnergyBar): number | null {
  const own = ownUse(bar);
  return own === null || !bar.used ? null : (100 * own) / bar.used;
}

/** Formats energy in kWh, without the unit; `–` if it is unknown, which is not 0. */
export function formatEnergy(energy: number | null | undefined): string {
  if (energy === null || energy === undefined) return '–';
  const kilowattHours = energy / 1_000;
  return kilowattHours >= 1_000
    ? formatDecimal(kilowattHours, 0)
    : formatDecimal(kilowattHours, kilowattHours < 10 ? 2 : 1);
}

/** A value compared with an earlier one: by a share in percent, or as a multiple of it. */
type Comparison =
  | { readonly is: 'more' | 'less' | 'same'; readonly share: number }
  | { readonly is: 'times'; readonly times: number };

/** Largest share in percent; a larger change is easier to understand as a multiple. */
const maxShare = 1_000;

/**
 * Compares a value with an earlier one. `undefined` if either is unknown, or if a tenth of the earlier one is shown as 0,
 * because readers could not verify the percentage.
 */
export function compare(
  value: number | null,
  before: number | null,
  format: (value: number) => string = formatEnergy,
): Comparison | undefined {
  if (value === null || before === null || before <= 0 || format(before / 10) === format(0)) return undefined;
  const share = Math.round((value / before - 1) * 100);
  if (share < -maxShare) return undefined;
  if (share > maxShare) return { is: 'times', times: Math.round(value / before) };
  return { is: share === 0 ? 'same' : share > 0 ? 'more' : 'less', share: Math.abs(share) };
}

/** True if the previous period is recorded about as completely: half a week is not compared with a whole one. */
export const isComparable = ({ total, before }: Pick<EnergyAnswer, 'total' | 'before'>): boolean =>
  Math.abs(before.known - total.known) <= 0.05 * total.known;

/** Returns the number of hours without a known consumption, rounded; 0 if nothing is missing. */
export const missingHours = ({ from, to, known }: EnergyBar): number =>
  Math.round((to - from) / 3_600_000 - known / 3_600);

const columns = ['csvUsed', 'csvSolar', 'csvOwnUse', 'csvFromGrid', 'csvToGrid'] as const;

/**
 * Returns energy as comma-separated values (RFC 4180): one row for each bar, in kWh, with columns for the energy and cost
 * of each channel and room.
 * The start and end of a bar are local times of the house: `2026-11-20 00:00`.
 */
export function energyCsv({ bars, channels, rooms, tariff, timeZone }: EnergyAnswer): string {
  // The Swedish locale formats dates as ISO 8601.
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const toCell = (energy: number | null | undefined) =>
    energy === null || energy === undefined ? '' : String(Number((energy / 1_000).toPrecision(12)));
  const currency = currencyOf(tariff);
  const costOf = (name: string) => toCsvCell([name, t('energy.csvCost'), currency].join(' ').trim());
  const named = [
    ...channels,
    ...(rooms === null
      ? []
      : [
          ...rooms.zones.map((zone) => ({ ...zone, name: t('energy.csvRoom', zone) })),
          { ...rooms.rest, name: t('energy.unitUnassigned') },
        ]),
  ];
  const head = [
    t('energy.csvFrom'),
    t('energy.csvTo'),
    ...columns.map((name) => `${t(`energy.${name}`)} kWh`),
    [t('energy.csvCost'), currency].join(' ').trim(),
    ...named.flatMap(({ name }) => [toCsvCell(`${name} kWh`), costOf(name)]),
  ];
  const rows = bars.map((bar, place) => [
    local.format(bar.from),
    local.format(bar.to),
    ...[bar.used, bar.solar, ownUse(bar), bar.import, bar.export].map(toCell),
    bar.cost === null ? '' : String(bar.cost),
    ...named.flatMap(({ energy, cost }) => [toCell(energy[place]), String(cost[place] ?? '')]),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
