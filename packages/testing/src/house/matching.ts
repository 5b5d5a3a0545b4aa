/** The expected members of a value: each is equal to the given one, or the given function returns true for it. */
export type Expected<T> = { readonly [Key in keyof T]?: T[Key] | ((value: T[Key]) => boolean) };

const show = (value: unknown): string =>
  typeof value === 'function' ? String(value) : (JSON.stringify(value) ?? 'missing');

const isAs = (expected: unknown, value: unknown): boolean =>
  typeof expected === 'function'
    ? expected(value) === true
    : JSON.stringify(expected) === JSON.stringify(value);

/** Returns what differs from the expected members: `Temp is 1985, expected 2100`. */
export const differencesOf = <T extends object>(expected: Expected<T>, value: T): readonly string[] =>
  Object.entries(expected).flatMap(([key, wanted]) => {
    const found = (value as Readonly<Record<string, unknown>>)[key];
    return isAs(wanted, found) ? [] : [`${key} is ${show(found)}, expected ${show(wanted)}`];
  });

/** Returns expected members as text. */
export const showExpected = (expected: object): string =>
  `{ ${Object.entries(expected)
    .map(([key, wanted]) => `${key}: ${show(wanted)}`)
    .join(', ')} }`;
