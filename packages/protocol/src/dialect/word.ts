import type { Dialect, Renames, WordTable } from './dialect.ts';

const own = (table: Renames, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

const reversed = new WeakMap<Renames, ReadonlyMap<string, string>>();

const backwards = (table: Renames): ReadonlyMap<string, string> => {
  const known = reversed.get(table);
  if (known !== undefined) return known;
  const made = new Map(Object.entries(table).map(([neutral, word]) => [word, neutral]));
  reversed.set(table, made);
  return made;
};

/** Returns the dialect's word for a neutral one, or the neutral word if the dialect does not rename it. */
export const toWord = (dialect: Dialect, table: WordTable, word: string): string =>
  own(dialect[table], word) ?? word;

/** Returns the neutral word for one of the dialect. A neutral word stays the same. */
export const fromWord = (dialect: Dialect, table: WordTable, word: string): string =>
  backwards(dialect[table]).get(word) ?? word;
