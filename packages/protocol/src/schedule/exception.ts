import { check } from '../check/check.ts';
import { number, record, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

const time = (description: string) =>
  text(description, {
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
    expected: 'a time of day, such as 07:30',
    example: '08:30',
  });

/** Which favourite, and on which date: what an exception is known by. */
const which = {
  kind: word('the favourites that it is one of', ['schedule', 'splitFavourite']),
  index: number('the index of the favourite', { min: 0, max: 8 }),
  date: text('the local date on which it would start', {
    pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
    expected: 'a date, such as 2026-11-28',
    example: '2026-11-28',
  }),
};

/** Ends an exception to a favourite. */
export const favouriteExceptionRef = record('exception', which);
export type FavouriteExceptionRef = Value<typeof favouriteExceptionRef>;

/** What a favourite does on one date: it runs from start to stop, once; without a start it is skipped. */
export const favouriteException = record(
  'exception',
  {
    ...which,
    start: time('when it starts on that date; left out, it does not start'),
    stop: time(
      'when it stops, on the next day where that is not after the start; left out, it does not stop',
    ),
  },
  { optional: ['start', 'stop'] },
);
export type FavouriteException = Value<typeof favouriteException>;

/** An exception as the bridge keeps it. */
export type KeptException = FavouriteException & {
  /** When the bridge changes the favourite, and when it restores it; ms UTC. */
  readonly from: number;
  readonly to: number;
  /** Whether the favourite is changed at the moment. */
  readonly isApplied: boolean;
};

/** What `GET /favourites/exceptions` answers: those that are not over, in order of time. */
export interface ExceptionsAnswer {
  readonly exceptions: readonly KeptException[];
}

/** The most exceptions that a bridge keeps. */
export const maxExceptions = 100;

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

const checkDate = ({ date }: FavouriteExceptionRef): Result<undefined> => {
  if (isDate(date)) return ok(undefined);
  const facts = { what: 'a date', why: 'its month is shorter' };
  return refuse('unusable-word', { path: ['exception', 'date'], input: date, facts });
};

/** Checks the name of an exception that came from outside. */
export const checkExceptionRef = (input: unknown): Result<FavouriteExceptionRef> => {
  const checked = check(favouriteExceptionRef, input, ['exception']);
  if (!checked.ok) return checked;
  const date = checkDate(checked.value);
  return date.ok ? checked : date;
};

/** Checks an exception that came from outside: its values, that its date exists, and that a stop has a start. */
export const checkException = (input: unknown): Result<FavouriteException> => {
  const checked = check(favouriteException, input, ['exception']);
  if (!checked.ok) return checked;
  const date = checkDate(checked.value);
  if (!date.ok) return date;
  const { start, stop } = checked.value;
  if (start === undefined && stop !== undefined) {
    const facts = { what: 'a stop', why: 'it needs a start before it' };
    return refuse('unusable-word', { path: ['exception', 'stop'], input: stop, facts });
  }
  return checked;
};
