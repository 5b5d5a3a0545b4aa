import { readFileSync } from 'node:fs';
import { assetUrl } from '@plenum/platform/asset';

/** Common passwords of 10 characters or more, and shorter words that common passwords are made of, in lower case. */
const common: ReadonlySet<string> = new Set(
  readFileSync(assetUrl('cloud/src/identity/account/password/common-passwords.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** The reason a password would be among the first guesses. */
type Weakness = 'few-characters' | 'common' | 'repeated' | 'row';

/** Minimum number of different characters in a password. */
export const minDifferent = 5;
/**
 * Maximum number of characters around a common word that do not make it stronger: a year, a sequence of digits, an
 * exclamation mark.
 */
const maxAround = 6;

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const fromLeet = (text: string): string => text.replace(/[013457@$!]/g, (found) => leet[found]!);

/** True if each character follows the previous one, as in `abcdefghij` or `9876543210`. */
const isRow = (text: string): boolean => {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, at) => code - codes[at]!));
  return steps.size === 1 && Math.abs([...steps][0]!) <= 1;
};

/** Removes the digits and other signs before and after the letters of a text. */
const toStem = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** True for a common password, or for a common word surrounded only by a few characters or a sequence. */
const isCommon = (text: string): boolean => {
  if (common.has(text) || common.has(fromLeet(text))) return true;
  const stem = toStem(text);
  const around = text.replace(stem, '');
  return (common.has(stem) || common.has(fromLeet(stem))) && (around.length <= maxAround || isRow(around));
};

/** Returns the part that a text repeats, or `undefined` if it repeats none. */
const repeatedPart = (text: string): string | undefined => /^(.+?)\1+$/su.exec(text)?.[1];

/**
 * Returns the reason that a password is easy to guess regardless of its length, or `undefined` if none is known.
 * Ignores case, spaces, and digits in place of letters. The length limit of passwords bounds the time this takes.
 */
export function weaknessOf(password: string): Weakness | undefined {
  const text = password.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
  if (new Set(text).size < minDifferent) return 'few-characters';
  if (isRow(text)) return 'row';
  if (isCommon(text)) return 'common';
  const part = repeatedPart(text);
  return part !== undefined && (part.length < minDifferent * 2 || isCommon(part)) ? 'repeated' : undefined;
}
