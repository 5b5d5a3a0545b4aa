import { nearest } from '@plenum/protocol/command';
import { isRecord } from '@plenum/protocol/json';
import { testingFailures } from './failure.ts';

/** The values that an option or argument can have, as a check and in words. */
export interface Rule {
  readonly isRight: (value: unknown) => boolean;
  readonly expected: string;
}

/** The rules for the options of a function, by name. */
export type Rules<Options> = { readonly [Name in keyof Required<Options>]: Rule };

const maxShown = 60;

/** Returns a value that a test gave, in short. */
export function showGiven(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Returns the rule for a value that is one of some words. */
export const oneOf = (words: readonly string[]): Rule => ({
  isRight: (value) => words.includes(value as string),
  expected: `one of ${words.join(', ')}`,
});

export const wholeNumber = (min: number, max: number, expected: string): Rule => ({
  isRight: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  expected,
});

export const anObject = (expected: string): Rule => ({ isRight: isRecord, expected });

export const aText = (expected: string): Rule => ({
  isRight: (value) => typeof value === 'string',
  expected,
});

export const aFunction = (expected: string): Rule => ({
  isRight: (value) => typeof value === 'function',
  expected,
});

/** A value that its reader checks with its own sentence. */
export const checkedLater: Rule = { isRight: () => true, expected: '' };

/** Throws `wrong-value` if an argument of a function is not as its rule says. Programs in JavaScript have no types. */
export function checkValue(of: string, name: string, value: unknown, { isRight, expected }: Rule): void {
  if (!isRight(value))
    throw testingFailures.error('wrong-value', { of, name, given: showGiven(value), expected });
}

/** Throws if the options of a function are not an object, or if there is no such option, or if one has a wrong value. */
export function checkOptions(of: string, given: unknown, rules: Readonly<Record<string, Rule>>): void {
  if (!isRecord(given)) throw testingFailures.error('not-options', { of, given: showGiven(given) });
  const names = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined)
      throw testingFailures.error('unknown-name', {
        of,
        what: 'option',
        name,
        names,
        meant: nearest(name, names),
      });
    if (value !== undefined) checkValue(of, name, value, rule);
  }
}
