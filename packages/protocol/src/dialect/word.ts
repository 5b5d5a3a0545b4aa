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

/** A neutral word in the dialect; the word itself where the dialect has no other. */
export const toWord = (dialect: Dialect, table: WordTable, word: string): string =>
  own(dialect[table], word) ?? word;

/** A word of the dialect as the neutral word; a neutral word stays as it is. */
export const fromWord = (dialect: Dialect, table: WordTable, word: string): string =>
  backwards(dialect[table]).get(word) ?? word;
