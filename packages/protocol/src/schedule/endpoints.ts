import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { either, extended, listOf, open, type ShapeValue } from '../endpoint/shape.ts';
import { bool, instant, number } from '../field/make.ts';
import {
  checkException,
  checkExceptionRef,
  favouriteException,
  favouriteExceptionRef,
  holiday,
  holidayRef,
} from './exception.ts';

const { get, post } = endpointsCountedAs('exceptions');

/** The members that a bridge adds to a stored exception. */
const kept = {
  setAt: number(
    'when it was set, in minutes of local time since 1970; a run that had already begun continues',
  ),
  from: instant('when it begins'),
  to: instant('when it ends'),
  isApplied: bool('whether it has begun'),
};

const keptException = either(
  'an exception or a holiday',
  extended(favouriteException, kept),
  extended(holiday, kept),
);

const from = 1_767_225_600_000;
const which = { kind: 'schedule', index: 0, date: '2099-12-26' };
const example = { ...which, start: '08:30', stop: '11:00' };

/** Endpoints for exceptions: deviations of favourites on some dates. */
export const exceptionEndpoints = {
  readExceptions: get('/favourites/exceptions', {
    summary: 'Read the exceptions of favourites on single dates, and holidays.',
    answer: open('The exceptions.', {
      exceptions: listOf('exceptions that are not over, in order of time', keptException),
    }),
    isUsable: ({ exceptions }: { readonly exceptions: readonly KeptException[] }) =>
      exceptions.every(({ setAt: _, from: __, to: ___, isApplied: ____, ...one }) => checkException(one).ok),
    example: {
      exceptions: [{ ...example, setAt: from / 60_000, from, to: from + 86_400_000, isApplied: false }],
    },
  }),
  setException: post('/favourites/exceptions', {
    summary:
      'Skip a favourite on one date, change its times on that date, or skip all favourites during a holiday.',
    description: 'The weekly times of the favourite stay unchanged.',
    body: either('an exception or a holiday', favouriteException, holiday),
    bodyExample: example,
    check: checkException,
    refusals: ['not-available', 'not-stored'],
  }),
  endException: post('/favourites/exceptions/end', {
    summary: 'Remove an exception or a holiday.',
    description: 'Also answers `OK` if there is none.',
    body: either('the exception or holiday to remove', favouriteExceptionRef, holidayRef),
    bodyExample: which,
    check: checkExceptionRef,
    refusals: ['not-stored'],
  }),
} as const;

/** An exception as the bridge lists it. */
export type KeptException = ShapeValue<typeof keptException>;

/** The response of `GET /favourites/exceptions`. */
export type ExceptionsAnswer = AnswerOf<typeof exceptionEndpoints.readExceptions>;
