import { isRecord } from '@plenum/protocol/json';
import type { Vocabulary } from './vocabulary.ts';

/** JSON without private values; `left` is the number of members left out because no definition has them. */
export interface RedactedJson {
  readonly value: unknown;
  readonly left: number;
}

/** Returns the replacement of a private value. */
export type Replace = (key: string, value: unknown) => unknown;

/** Maximum nesting; the deepest response has five levels. */
const maxDepth = 16;

/**
 * Returns JSON without private values. Only what the vocabulary contains remains: keys, numbers, flags, words and codes.
 * Other values of known keys are replaced, and other members left out.
 */
export function redactJson(json: unknown, vocabulary: Vocabulary, replace: Replace): RedactedJson {
  let left = 0;
  const redact = (key: string, value: unknown, depth: number): unknown => {
    if (typeof value === 'boolean' || value === null) return value;
    if (depth > maxDepth) {
      left++;
      return null;
    }
    if (Array.isArray(value)) return value.map((each) => redact(key, each, depth + 1));
    if (vocabulary.isPrivate(key)) return replace(key, value);
    if (isRecord(value))
      return Object.fromEntries(
        Object.entries(value).flatMap(([member, inner]) => {
          if (vocabulary.has(member)) return [[member, redact(member, inner, depth + 1)]];
          left++;
          return [];
        }),
      );
    const scalar = value as string | number;
    if (vocabulary.isPublic(key, scalar)) return scalar;
    if (key !== '') return replace(key, scalar);
    left++;
    return null;
  };
  return { value: redact('', json, 0), left };
}
