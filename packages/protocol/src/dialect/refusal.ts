import type { Refusal } from '../refusal/refusal.ts';
import type { Dialect } from './dialect.ts';
import { toWord } from './word.ts';

/**
 * Translates the keys in a refusal to the dialect: in its path, in its facts, and in its input if the whole input is a
 * key. Other text that a person typed stays the same.
 */
export function toWireRefusal(dialect: Dialect, { path, input, facts, ...rest }: Refusal): Refusal {
  const rename = (key: string) => toWord(dialect, 'keys', key);
  const renameIn = <T>(value: T): T => {
    if (typeof value === 'string') return value.replace(/\w+/g, rename) as T;
    return Array.isArray(value) ? (value.map(renameIn) as T) : value;
  };
  return {
    ...rest,
    path: path.map(rename),
    input: typeof input === 'string' ? rename(input) : input,
    facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, renameIn(fact)])),
  };
}
