import { fromV1Word, hasV1Word, shownWordsOf, toV1Word, type Words } from './words.ts';

/**
 * Writes one value in the form of the original interface and reads it back; undefined for a value without a meaning.
 */
export interface Codec<V extends number | string> {
  readonly write: (value: V) => unknown;
  readonly read: (written: unknown) => V | undefined;
  /** True if the written form has the meaning of the value; if undefined, it always has. */
  readonly hasForm?: (value: V) => boolean;
  /** JSON Schema of the written form. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const toTenths = (hundredths: number): number => Math.round(hundredths / 10) / 10;

/** Converts degrees, as text or a number, to hundredths, rounded once; undefined for any other value. */
export function fromDegrees(degrees: unknown): number | undefined {
  const plain = typeof degrees === 'string' && /^-?[0-9]{1,6}(\.[0-9]{0,6})?$/.test(degrees.trim());
  if (!plain && typeof degrees !== 'number') return undefined;
  const hundredths = Math.round(Number(degrees) * 100);
  return Number.isSafeInteger(hundredths) ? hundredths + 0 : undefined;
}

/** Hundredths of a degree as text with one decimal, `"21.9"`. `"0.0"` means that there is no sensor. */
export const degreesText: Codec<number> = {
  write: (hundredths) => toTenths(hundredths).toFixed(1),
  read: fromDegrees,
  schema: { type: 'string', examples: ['21.9'] },
};

/** Hundredths of a degree as a number with one decimal, `22.5`. */
export const degrees: Codec<number> = {
  write: toTenths,
  read: fromDegrees,
  schema: { type: 'number', examples: [22.5] },
};

/** A whole number, unchanged. */
export const whole: Codec<number> = {
  write: (value) => value,
  read: (written) => (Number.isInteger(written) ? (written as number) : undefined),
  schema: { type: 'integer' },
};

/** A whole number as text, `"310"`. */
export const wholeText: Codec<number> = {
  write: String,
  read: (written) => (/^[0-9]{1,9}$/.test(String(written)) ? Number(written) : undefined),
  schema: { type: 'string' },
};

/** Text, unchanged. */
export const plain: Codec<string> = {
  write: (value) => value,
  read: (written) => (typeof written === 'string' ? written : undefined),
  schema: { type: 'string' },
};

/** A word instead of a number. */
export const oneOf = (words: Words): Codec<number> => ({
  write: (value) => toV1Word(words, value),
  read: (written) => fromV1Word(words, written),
  hasForm: (value) => hasV1Word(words, value),
  schema: { type: 'string', enum: shownWordsOf(words) },
});
