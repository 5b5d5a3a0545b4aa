import { check } from '../check/check.ts';
import { parseBody } from '../check/parse.ts';
import { catalogue } from '../command/catalogue.ts';
import { kinds } from '../component/kinds.ts';
import { subsystems } from '../definition/subsystem.ts';
import { type Dialect, izone, type Renames, type WordTable, wordTables } from '../dialect/dialect.ts';
import { capabilityTokens } from '../discovery/discovery.ts';
import type { Field, Fields } from '../field/field.ts';
import { name, record, text } from '../field/make.ts';
import { queries } from '../query/catalogue.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { v1Commands } from '../v1/commands.ts';
import { v1Reads } from '../v1/reads.ts';

/** The required form of the words in each table, and its description for refusals. */
const shapes: Readonly<Record<WordTable, { what: string; pattern: RegExp; rule: string }>> = {
  paths: {
    what: 'a path',
    pattern: /^\/[A-Za-z0-9._~-]+$/,
    rule: 'a path consists of "/" followed by letters, digits, ".", "_", "~" or "-"',
  },
  tokens: {
    what: 'a discovery token',
    pattern: /^(?!X$|ASPort_|Mac_|IP_|Port_)[A-Za-z0-9]+$/,
    rule: 'a token consists of letters and digits, and is not just X',
  },
  keys: {
    what: 'a key',
    pattern: /^[A-Za-z][A-Za-z0-9_]*$/,
    rule: 'a key starts with a letter, followed by letters, digits or "_"',
  },
  notifications: {
    what: 'a notification',
    pattern: /^[!-~]+$/,
    rule: 'a notification consists of ASCII characters without spaces',
  },
  kinds: {
    what: 'a kind of component',
    pattern: /^[a-z]+_[a-z]+$/,
    rule: 'a kind consists of two lower-case words joined by "_"',
  },
};

/** Returns the field of the words that may be renamed: all words that contain a brand on a real device. */
const tableField = (table: WordTable) => {
  const words = Object.keys(izone[table]);
  const fields: Fields = Object.fromEntries(words.map((word) => [word, text(`the word for ${word}`)]));
  return record(`words for ${table}`, fields, { optional: words });
};

const file = record(
  'dialect',
  {
    name: name('name of the dialect', { bytes: 40 }),
    paths: tableField('paths'),
    tokens: tableField('tokens'),
    keys: tableField('keys'),
    notifications: tableField('notifications'),
    kinds: tableField('kinds'),
  },
  { optional: ['paths', 'tokens', 'keys', 'notifications', 'kinds'] },
);

const keysOf = (field: Field): string[] => {
  if (field.type === 'array') return keysOf(field.items as Field);
  if (field.type !== 'object') return [];
  return Object.entries(field.properties).flatMap(([key, member]) => [key, ...keysOf(member as Field)]);
};

/** Words that already have a meaning and cannot be used as new names. */
const reserved: Readonly<Record<WordTable, () => readonly string[]>> = {
  paths: () => [
    ...Object.values(subsystems).flatMap(({ query, control }) => [query, control]),
    ...v1Reads.map(({ path }) => path),
    ...Array.from(v1Commands.keys(), (command) => `/${command}`),
  ],
  tokens: () => capabilityTokens.map(([, token]) => token),
  keys: () => [
    ...Object.keys(izone.keys),
    ...catalogue.keys(),
    ...Object.values(kinds).flatMap((kind) => keysOf(kind.fields as Field)),
    ...queries.flatMap(({ answer }) => Object.keys(answer)),
    ...Object.values(subsystems).map(({ root }) => root),
  ],
  notifications: () => Object.keys(izone.notifications),
  kinds: () => Object.values(kinds).flatMap(({ token }) => (token === undefined ? [] : [token])),
};

const checkTable = (table: WordTable, renames: Renames): Result<Renames> => {
  const { what, pattern, rule } = shapes[table];
  // In English, like the terminal that displays the refusal.
  const facts = { what: 'named', name: what, reason: 'told' } as const;
  const used = new Map<string, string>();
  const known = new Set(reserved[table]());
  for (const [neutral, word] of Object.entries(renames)) {
    const path = [table, neutral];
    if (!pattern.test(word))
      return refuse('unusable-word', { path, input: word, facts: { ...facts, told: rule } });
    const other = used.get(word) ?? (word !== neutral && known.has(word) ? word : undefined);
    if (other !== undefined)
      return refuse('unusable-word', {
        path,
        input: word,
        facts: { ...facts, told: `${other} already has that name` },
      });
    used.set(word, neutral);
  }
  return ok(renames);
};

/**
 * Reads a dialect from the text of a JSON file: `{"name": ..., "paths": {neutral: word}, "tokens": {}, "keys": {},
 * "notifications": {}, "kinds": {}}`. Omitted tables and words stay neutral. Refuses words that are unknown, malformed
 * for their table, or ambiguous because two neutral words would be spelled the same.
 */
export function readDialect(json: string): Result<Dialect> {
  const parsed = parseBody(json);
  if (!parsed.ok) return parsed;
  const checked = check(file, parsed.value);
  if (!checked.ok) return checked;
  const tables: Partial<Record<WordTable, Renames>> = {};
  for (const table of wordTables) {
    const renames = checkTable(table, (checked.value[table] ?? {}) as Renames);
    if (!renames.ok) return renames;
    tables[table] = renames.value;
  }
  return ok({ name: checked.value.name, ...(tables as Record<WordTable, Renames>) });
}
