import { check } from '../check/check.ts';
import type { RecordField } from '../field/field.ts';
import { number, record, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { isRecord } from '../json/is-record.ts';
import { type Result, refuse } from '../refusal/refusal.ts';

const time = (description: string) =>
  text(description, {
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    expected: 'a time of day, such as 07:30',
    example: '08:30',
  });

const date = (description: string, example = '2026-11-28') =>
  text(description, {
    pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
    expected: 'a date, such as 2026-11-28',
    example,
  });

/** The favourite and the date, which together identify an exception. */
const which = {
  kind: word('the list of favourites that it belongs to', ['schedule', 'splitFavourite']),
  index: number('the index of the favourite', { min: 0, max: 8 }),
  date: date('the local date on which it would start'),
};

const ofHoliday = {
  kind: word('all favourites of the ducted system and of the splits', ['holiday']),
  date: date('the first local date on which no favourite starts'),
};

/** An exception on one date: the favourite runs once from start to stop, or is skipped if there is no start. */
export const favouriteException = record(
  'exception',
  {
    ...which,
    start: time('when it starts on that date; if left out, it does not start'),
    stop: time(
      'when it stops, on the next day if that is not after the start; if left out, it does not stop',
    ),
  },
  { optional: ['start', 'stop'] },
);
export type DatedException = Value<typeof favouriteException>;

/** A holiday: no favourite starts before the date of return, unless that favourite has its own exception. */
export const holiday = record('holiday', {
  ...ofHoliday,
  until: date('the local date of return, on which they start again', '2026-12-12'),
});
export type Holiday = Value<typeof holiday>;

/** An exception: a deviation of favourites on some dates. */
export type FavouriteException = DatedException | Holiday;

/** Identifies an exception of a favourite, to remove it. */
export const favouriteExceptionRef = record('exception', which);
/** Identifies a holiday, to end it. */
export const holidayRef = record('holiday', ofHoliday);
export type FavouriteExceptionRef = Value<typeof favouriteExceptionRef> | Value<typeof holidayRef>;

/**
 * An exception and the time at which it was set, in minutes of local time since 1970. A run already in progress at that
 * time continues.
 */
export type SetException = FavouriteException & { readonly setAt: number };

/** Maximum number of exceptions that a bridge stores. */
export const maxExceptions = 100;

export const isHoliday = (exception: { readonly kind: string }): exception is Holiday =>
  exception.kind === 'holiday';

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** Checks an exception or a holiday: its values, and that all of its dates exist. */
const checkDated = (
  fields: { readonly exception: RecordField; readonly holiday: RecordField },
  input: unknown,
): Result<unknown> => {
  const key = isRecord(input) && input.kind === 'holiday' ? 'holiday' : 'exception';
  const checked = check(fields[key], input, [key]);
  if (!checked.ok) return checked;
  for (const member of ['date', 'until']) {
    const date = (checked.value as Readonly<Record<string, string | undefined>>)[member];
    if (date === undefined || isDate(date)) continue;
    const facts = { what: 'date', reason: 'shorter-month' } as const;
    return refuse('unusable-word', { path: [key, member], input: date, facts });
  }
  return checked;
};

/** Checks an untrusted reference to an exception. */
export const checkExceptionRef = (input: unknown): Result<FavouriteExceptionRef> =>
  checkDated(
    { exception: favouriteExceptionRef, holiday: holidayRef },
    input,
  ) as Result<FavouriteExceptionRef>;

/**
 * Checks an untrusted exception: its values, that its dates exist, that a stop has a start, and that a holiday lasts at
 * least a day.
 */
export function checkException(input: unknown): Result<FavouriteException> {
  const checked = checkDated({ exception: favouriteException, holiday }, input) as Result<FavouriteException>;
  if (!checked.ok) return checked;
  const { value } = checked;
  if (isHoliday(value)) {
    if (value.until > value.date) return checked;
    const facts = { what: 'return-date', reason: 'not-after-first' } as const;
    return refuse('unusable-word', { path: ['holiday', 'until'], input: value.until, facts });
  }
  if (value.start === undefined && value.stop !== undefined) {
    const facts = { what: 'stop', reason: 'no-start' } as const;
    return refuse('unusable-word', { path: ['exception', 'stop'], input: value.stop, facts });
  }
  return checked;
}
