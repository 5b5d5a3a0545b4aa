import {
  type CalendarDate,
  type DateDuration,
  fromAbsolute,
  getLocalTimeZone,
  startOfMonth,
  startOfYear,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import type { EnergyAnswer, EnergyBar, EnergyPeriod } from '@plenum/insight/energy';
import { toCsvCell } from '@plenum/protocol/text';
import { t } from '../text/text.ts';
import { dateFormat, formatDecimal, numberFormat } from './intl.ts';

/** A stretch of time that the energy page shows, and the period of its bars. */
export interface EnergyWindow {
  readonly by: EnergyPeriod;
  readonly from: number;
  readonly to: number;
}

/** What a window shows, by the name on its button. */
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

/** The window of a kind that an instant is in, or one so many windows before it. */
export const windowAt = (
  now: number,
  kind: WindowKind,
  { timeZone, back }: { timeZone: string | undefined; back: number },
): EnergyWindow => {
  const zone = timeZone ?? getLocalTimeZone();
  const { by, start, length } = shapes[kind];
  const first = start(toCalendarDate(fromAbsolute(now, zone))).subtract(times(length, back));
  const at = (date: CalendarDate) => toZoned(date, zone).toDate().getTime();
  return { by, from: at(first), to: at(first.add(length)) };
};

const formats: Readonly<Record<WindowKind, Intl.DateTimeFormatOptions>> = {
  Day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  Week: { day: 'numeric', month: 'long', year: 'numeric' },
  Month: { month: 'long', year: 'numeric' },
  Weeks: { day: 'numeric', month: 'long', year: 'numeric' },
  Year: { year: 'numeric' },
  Years: { year: 'numeric' },
};

/** The title of a window: `Friday 20 November 2026`, `16–22 November 2026`, `November 2026`, `2022–2026`. */
export const titleOf = (kind: WindowKind, { from, to }: EnergyWindow, timeZone: string | undefined): string =>
  dateFormat({ timeZone, ...formats[kind] }).formatRange(from, to - 1);

const barFormats: Readonly<Record<EnergyPeriod, Intl.DateTimeFormatOptions>> = {
  hour: { timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

/** The name of a bar: `14:00`, `Fri 20`, `Nov`, `2026`. */
export const barName = (from: number, by: EnergyPeriod, timeZone: string | undefined): string =>
  dateFormat({ timeZone, ...barFormats[by] }).format(from);

/** What a house used of its own generation, in Wh. */
export const ownUse = ({ used, import: bought }: EnergyBar): number | null =>
  used === null || bought === null ? null : Math.max(0, used - bought);

/** Energy in kWh with a unit: `–` where it is unknown, which is not 0. */
export const formatEnergy = (energy: number | null | undefined): string => {
  if (energy === null || energy === undefined) return '–';
  const kilowattHours = energy / 1_000;
  return kilowattHours >= 1_000
    ? formatDecimal(kilowattHours, 0)
    : formatDecimal(kilowattHours, kilowattHours < 10 ? 2 : 1);
};

/** An amount in the currency of a tariff: `A$3.20`; without one, the number alone. */
export const formatCost = (cost: number | null | undefined, currency: string | undefined): string => {
  if (cost === null || cost === undefined) return '–';
  if (currency === undefined || currency === noCurrency) return formatDecimal(cost, 2);
  try {
    return numberFormat({ style: 'currency', currency }).format(cost);
  } catch {
    return `${formatDecimal(cost, 2)} ${currency}`;
  }
};

/** ISO 4217: no currency. */
export const noCurrency = 'XXX';

/** How a value compares with the one before, in percent of that; undefined where either is unknown. */
export const compare = (
  value: number | null,
  before: number | null,
): { readonly is: 'more' | 'less' | 'same'; readonly share: number } | undefined => {
  if (value === null || before === null || before <= 0) return undefined;
  const share = Math.round((value / before - 1) * 100);
  return { is: share === 0 ? 'same' : share > 0 ? 'more' : 'less', share: Math.abs(share) };
};

/** Whether as much is known of the time before: half a week is not compared with a whole one. */
export const isComparable = ({ total, before }: Pick<EnergyAnswer, 'total' | 'before'>): boolean =>
  Math.abs(before.known - total.known) <= 0.05 * total.known;

/** The hours of a time for which the use of a house is not known, rounded; 0 where nothing is missing. */
export const missingHours = ({ from, to, known }: EnergyBar): number =>
  Math.round((to - from) / 3_600_000 - known / 3_600);

const columns = ['csvUsed', 'csvSolar', 'csvOwnUse', 'csvFromGrid', 'csvToGrid'] as const;

/** Energy as comma-separated values (RFC 4180): one row for each bar, kWh, with each channel. */
export const energyCsv = ({ bars, channels, tariff }: EnergyAnswer): string => {
  const toCell = (energy: number | null | undefined) =>
    energy === null || energy === undefined ? '' : String(Number((energy / 1_000).toPrecision(12)));
  const cost = t('energy.csvCost');
  const costHead = tariff === null || tariff.currency === noCurrency ? cost : `${cost} ${tariff.currency}`;
  const head = [
    t('energy.csvFrom'),
    t('energy.csvTo'),
    ...columns.map((name) => `${t(`energy.${name}`)} kWh`),
    costHead,
    ...channels.map(({ name }) => toCsvCell(`${name} kWh`)),
  ];
  const rows = bars.map((bar, place) => [
    new Date(bar.from).toISOString(),
    new Date(bar.to).toISOString(),
    ...[bar.used, bar.solar, ownUse(bar), bar.import, bar.export].map(toCell),
    bar.cost === null ? '' : String(bar.cost),
    ...channels.map(({ energy }) => toCell(energy[place])),
  ]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
};
