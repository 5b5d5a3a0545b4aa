import { readFileSync } from 'node:fs';
import { assetUrl } from '@plenum/platform/asset';

/** Common passwords of 10 characters and more, and the shorter words that others are made of, in lower case. */
const common: ReadonlySet<string> = new Set(
  readFileSync(assetUrl('cloud/src/identity/account/password/common-passwords.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Why a password is among those that are tried first. */
export type Weakness = 'few-characters' | 'common' | 'repeated' | 'row';

/** Different characters that a password has at least. */
export const minDifferent = 5;
/** Characters around a common word that make it no better: a year, a row of digits, an exclamation mark. */
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

/** Whether every character follows the one before, such as `abcdefghij` or `9876543210`. */
const isRow = (text: string): boolean => {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, at) => code - codes[at]!));
  return steps.size === 1 && Math.abs([...steps][0]!) <= 1;
};

/** A text without the digits and signs around its letters. */
const toStem = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Whether it is a common password, or a common word with little or only a row around it. */
const isCommon = (text: string): boolean => {
  if (common.has(text) || common.has(fromLeet(text))) return true;
  const stem = toStem(text);
  const around = text.replace(stem, '');
  return (common.has(stem) || common.has(fromLeet(stem))) && (around.length <= maxAround || isRow(around));
};

/** The part that a text repeats; undefined where it repeats none. */
const repeatedPart = (text: string): string | undefined => /^(.+?)\1+$/su.exec(text)?.[1];

/**
 * Why a password is easy to guess, however long it is; undefined where it is not known to be. Case, spaces and digits in place
 * of letters do not count. Its cost is limited by the length of a password.
 */
export const weaknessOf = (password: string): Weakness | undefined => {
  const text = password.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
  if (new Set(text).size < minDifferent) return 'few-characters';
  if (isRow(text)) return 'row';
  if (isCommon(text)) return 'common';
  const part = repeatedPart(text);
  return part !== undefined && (part.length < minDifferent * 2 || isCommon(part)) ? 'repeated' : undefined;
};
