import { locale } from '../../text/text.ts';

const dates = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

const cached = <Format>(
  all: Map<string, Format>,
  options: object,
  create: (of: string) => Format,
): Format => {
  const reader = locale();
  const key = reader + JSON.stringify(options);
  const known = all.get(key) ?? create(reader);
  all.set(key, known);
  return known;
};

/** Returns the formatter of dates and times in the reader's locale. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(dates, options, (reader) => new Intl.DateTimeFormat(reader, options));

/** Returns the formatter of relative times in the reader's locale: `2 days ago`. */
export const relativeFormat = (): Intl.RelativeTimeFormat =>
  cached(relatives, {}, (reader) => new Intl.RelativeTimeFormat(reader));

/** Returns the formatter of numbers in the reader's locale. */
export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  cached(numbers, options, (reader) => new Intl.NumberFormat(reader, options));

/** Formats a number with `digits` decimals in the reader's locale: `1,234.5`, `1.234,5`. */
export const formatDecimal = (value: number, digits: number): string =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** Formats minutes as a duration: `45 min`, `1.5 h`, `1 h 40 min`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes % 30 !== 0) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${formatDecimal(minutes / 60, minutes % 60 === 0 ? 0 : 1)} h`;
}
