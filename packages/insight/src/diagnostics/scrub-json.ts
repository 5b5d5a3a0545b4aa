/** Rules for the parts of a JSON value that are kept, in addition to numbers and flags. */
export interface JsonRules {
  /** True for a key that is kept with its value. */
  readonly isKey: (key: string) => boolean;
  /** Returns a text, its replacement, or undefined to leave it out. */
  readonly toText: (text: string) => string | undefined;
  /** Levels below the value that are kept. */
  readonly maxDepth: number;
  /** Members of an object and entries of a list that are kept. */
  readonly maxEntries: number;
}

/** Returns the numbers and flags in an untrusted JSON value by their keys, and the texts that the rules keep. */
export const scrubJson = (value: unknown, rules: JsonRules, depth = 0): unknown => {
  const { isKey, toText, maxDepth, maxEntries } = rules;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return toText(value);
  if (Array.isArray(value))
    return depth > maxDepth
      ? []
      : value.slice(0, maxEntries).map((each) => scrubJson(each, rules, depth + 1) ?? null);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isKey(key))
      .slice(0, maxEntries)
      .flatMap(([key, member]) => {
        const scrubbed = scrubJson(member, rules, depth + 1);
        return scrubbed === undefined ? [] : [[key, scrubbed]];
      }),
  );
};
