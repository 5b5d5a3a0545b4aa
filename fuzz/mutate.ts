import fc from '@plenum/testbed/fast-check';

/** Texts that parsers often handle wrongly: ends of lines and strings, escapes, names of `Object`, odd numbers. */
const awkwardTexts = [
  ...[
    '\0',
    '\r\n',
    '\r',
    '\n\n',
    '\t',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '\ud83d',
    '\u2028',
    '\u202e',
    '\ufeff',
  ],
  ...[
    '\\"',
    '\\\\',
    '{',
    '}',
    '[',
    ']',
    '[[',
    ',',
    ',,',
    ':',
    ': ',
    '=',
    '&',
    '#',
    '%',
    '%00',
    '%ff',
    '../',
    '/',
    '//',
    '?',
    '<',
    "'",
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'true',
    'NaN',
    'Infinity',
    '-',
    '-0',
    '0',
    '00',
    '1e309',
  ],
  ...[
    '1e-400',
    '0x10',
    '9007199254740993',
    '-9223372036854775808',
    '.5',
    '温',
    '🌡',
    'e\u0301',
    '&a',
    '*a',
    '!!js',
  ],
];

/** Bytes that are not valid UTF-8, and the limits of a byte. */
const awkwardBytes = [
  '\x80',
  '\xff',
  '\xff\xfe',
  '\xc3',
  '\xc0\x80',
  '\xed\xa0\x80',
  '\xf0\x9f',
  '\x7f',
  '\x01',
];

/** Maximum length of a mutated text. Every parser refuses texts much shorter than this. */
const maxLength = 400_000;

/** The number of places among which a change chooses, independent of the length of the text. */
const places = 65_536;

const toPlace = (at: number, length: number): number => Math.floor((at * length) / places);

/**
 * One change of a text: replaces `length` characters (`rest`: all that follow) with a text, or with the removed
 * characters, repeated `times` times.
 */
interface TextChange {
  readonly at: number;
  readonly length: number | 'rest';
  readonly filler: string | 'removed';
  readonly times: number;
}

const fillers = (awkward: readonly string[], random: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('', 'removed', ...awkward) },
    { weight: 1, arbitrary: random },
  );

const changesOf = (filler: fc.Arbitrary<string>): fc.Arbitrary<readonly TextChange[]> =>
  fc.array(
    fc.record({
      at: fc.nat({ max: places - 1 }),
      length: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(0, 1) },
        { weight: 4, arbitrary: fc.nat({ max: 40 }) },
        { weight: 1, arbitrary: fc.constant('rest' as const) },
      ),
      filler,
      times: fc.oneof(
        { weight: 12, arbitrary: fc.constant(1) },
        { weight: 3, arbitrary: fc.integer({ min: 2, max: 30 }) },
        { weight: 1, arbitrary: fc.constantFrom(1_000, 70_000) },
      ),
    }),
    { maxLength: 6 },
  );

const applyChange = (text: string, { at, length, filler, times }: TextChange): string => {
  const from = toPlace(at, text.length + 1);
  const to = length === 'rest' ? text.length : from + length;
  const piece = filler === 'removed' ? text.slice(from, to) : filler;
  const count = Math.min(times, Math.floor(maxLength / Math.max(1, piece.length)));
  return (text.slice(0, from) + piece.repeat(count) + text.slice(to)).slice(0, maxLength);
};

/** Generates texts that resemble the seeds: up to six changes of one of them. They shrink to fewer changes. */
export const textsLike = (seeds: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      changesOf(fillers(awkwardTexts, fc.string({ unit: 'binary', maxLength: 8 }))),
    )
    .map(([seed, changes]) => changes.reduce(applyChange, seed));

/** A word, a number, white space or any other character of a text. */
const token = /[\p{L}_]+|\d+(?:\.\d+)?|\s+|./gsu;
const toTokens = (text: string): readonly string[] => text.match(token) ?? [];
const toLines = (text: string): readonly string[] => text.split(/(?<=\n)/);

const numbers = ['0', '-1', '1', '0.5', '3', '100', '255', '65536', '1e9', '2147483648', '1e309', '00', '1.'];

/** The kinds of changes, each with its items of the text, those it may change, and the items that replace one. */
const wordChanges = {
  number: { toItems: toTokens, pattern: /^\d/, replace: (_, { number }) => [number] },
  otherNumber: { toItems: toTokens, pattern: /^\d/, replace: (_, { other }) => [other] },
  otherWord: { toItems: toTokens, pattern: /^[\p{L}_]/u, replace: (_, { other }) => [other] },
  awkward: { toItems: toTokens, pattern: /^/, replace: (item, { filler }) => [item, filler] },
  remove: { toItems: toTokens, pattern: /^[\p{L}_\d]/u, replace: () => [] },
  removeLine: { toItems: toLines, pattern: /^/, replace: () => [] },
  otherLine: { toItems: toLines, pattern: /^/, replace: (item, { other }) => [item, other] },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly toItems: (text: string) => readonly string[];
      readonly pattern: RegExp;
      readonly replace: (
        item: string,
        by: { readonly other: string; readonly number: string; readonly filler: string },
      ) => readonly string[];
    }
  >
>;

/** One change of a text, at an item; `from` is the place of the other item that may replace it. */
interface WordChange {
  readonly kind: keyof typeof wordChanges;
  readonly at: number;
  readonly from: number;
  readonly number: string;
  readonly filler: string;
}

const wordChange: fc.Arbitrary<WordChange> = fc.record({
  kind: fc.constantFrom(...(Object.keys(wordChanges) as WordChange['kind'][])),
  at: fc.nat({ max: places - 1 }),
  from: fc.nat({ max: places - 1 }),
  number: fc.constantFrom(...numbers),
  filler: fc.constantFrom(...awkwardTexts),
});

const changeWord = (text: string, { kind, at, from, ...by }: WordChange): string => {
  const { toItems, pattern, replace } = wordChanges[kind];
  const items = toItems(text);
  const meant = items.flatMap((item, index) => (pattern.test(item) ? [index] : []));
  if (meant.length === 0) return text;
  const index = meant[toPlace(at, meant.length)]!;
  const other = items[meant[toPlace(from, meant.length)]!]!;
  return items.toSpliced(index, 1, ...replace(items[index]!, { ...by, other })).join('');
};

/**
 * Generates texts whose words, numbers and lines resemble those of the seeds: up to three changes of one of them. A
 * parser accepts more of them than of `textsLike`.
 */
export const wordsLike = (seeds: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(wordChange, { maxLength: 3 }))
    .map(([seed, changes]) => changes.reduce(changeWord, seed));

const byteTexts = fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const inUtf8 = (text: string): string => Buffer.from(text).toString('latin1');

const byteFillers = fillers([...awkwardTexts.map(inUtf8), ...awkwardBytes], byteTexts);

/** Generates functions that change bytes at up to six places. */
export const byteChanges: fc.Arbitrary<(bytes: Uint8Array) => Buffer> = changesOf(byteFillers).map(
  (changes) => (bytes) =>
    Buffer.from(changes.reduce(applyChange, Buffer.from(bytes).toString('latin1')), 'latin1'),
);

/** Generates bytes that resemble the seeds. */
export const bytesLike = (seeds: readonly (string | Uint8Array)[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...seeds.map((seed) => Buffer.from(seed as string))), byteChanges)
    .map(([seed, change]) => change(seed));

/** Values of the wrong type or size that a careless or hostile sender may use. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      '',
      '0',
      'NaN',
      [],
      {},
      [[]],
      [null],
      { Index: 0 },
      0,
      -0,
      -1,
      1,
      0.5,
      255,
      256,
      65_536,
    ],
    ...[
      2 ** 31,
      2 ** 53,
      -(2 ** 53),
      1e308,
      -1e308,
      5e-324,
      'x'.repeat(16),
      'x'.repeat(9_000),
      '\0',
      '\ud800',
    ],
    ...['__proto__', '1'.repeat(400), '2026-02-30', '24:00', 'Z'],
  ),
  fc.constantFrom(...awkwardTexts),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

const changeKinds = ['replace', 'nudge', 'remove', 'copy', 'rename', 'add', 'wrap', 'multiply'] as const;

/** One change of a JSON value: of the member or item at a place, counted over the whole value. */
interface ValueChange {
  readonly kind: (typeof changeKinds)[number];
  readonly at: number;
  readonly other: number;
  readonly value: unknown;
  readonly key: string;
}

/** A place in a JSON value: a member of an object or an item of a list. */
interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Maximum number of members and items in a value that is changed further. */
const maxSlots = 5_000;

const slotsOf = (holder: object, slots: Slot[] = []): Slot[] => {
  for (const key of Object.keys(holder)) {
    slots.push({ holder: holder as Slot['holder'], key });
    const value = (holder as Slot['holder'])[key];
    if (typeof value === 'object' && value !== null) slotsOf(value, slots);
  }
  return slots;
};

/** Sets an own member, even if its key is `__proto__`. */
const put = ({ holder, key }: Slot, value: unknown): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
};

const remove = ({ holder, key }: Slot): void => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
};

const nudge = (value: unknown, by: unknown): unknown => {
  if (typeof value === 'number') return value + (typeof by === 'number' ? by : 1);
  if (typeof value === 'string') return typeof by === 'string' ? value + by : value.slice(1);
  if (typeof value === 'boolean') return !value;
  return by;
};

const wrap = (value: unknown, key: string): unknown => {
  let wrapped = value;
  for (let level = key.length; level > 0; level--) wrapped = level % 2 === 0 ? [wrapped] : { [key]: wrapped };
  return wrapped;
};

/** A list longer than any definition allows; a shorter one of a large value. */
const multiply = (value: unknown, slots: number): unknown =>
  Array.from({ length: Math.min(450, Math.floor((2 * maxSlots) / slots)) }, () => value);

const changeValue = (box: { readonly root: unknown }, change: ValueChange): void => {
  const slots = slotsOf(box);
  // A value that was multiplied several times would fill the memory.
  if (slots.length > maxSlots) return;
  const value = structuredClone(change.value);
  const slot = slots[toPlace(change.at, slots.length)]!;
  const old = slot.holder[slot.key];
  const actions: Readonly<Record<ValueChange['kind'], () => void>> = {
    replace: () => put(slot, value),
    nudge: () => put(slot, nudge(old, value)),
    remove: () => remove(slot),
    copy: () => {
      const { holder, key } = slots[toPlace(change.other, slots.length)]!;
      put(slot, structuredClone(holder[key]));
    },
    rename: () => {
      if (Array.isArray(slot.holder)) return;
      remove(slot);
      put({ ...slot, key: change.key }, old);
    },
    add: () => {
      if (Array.isArray(old)) old.push(value);
      else if (typeof old === 'object' && old !== null)
        put({ holder: old as Slot['holder'], key: change.key }, value);
      else put(slot, value);
    },
    wrap: () => put(slot, wrap(old, change.key)),
    multiply: () => put(slot, multiply(old, slots.length)),
  };
  // The root of the value has no name that could be changed.
  if (slot.key === 'root' && slot.holder === box && ['remove', 'rename'].includes(change.kind)) return;
  actions[change.kind]();
};

const valueChange: fc.Arbitrary<ValueChange> = fc.record({
  kind: fc.constantFrom(...changeKinds),
  at: fc.nat({ max: places - 1 }),
  other: fc.nat({ max: places - 1 }),
  value: junk,
  key: fc.constantFrom('__proto__', 'constructor', 'Index', 'No', '0', '', 'x', 'toString', 'y'.repeat(40)),
});

/** Generates JSON values that resemble the seeds: up to four changes of one of them. */
export function valuesLike(seeds: readonly unknown[]): fc.Arbitrary<unknown> {
  const texts = seeds.map((seed) => JSON.stringify(seed));
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(valueChange, { maxLength: 4 }))
    .map(([seed, changes]) => {
      const box = { root: JSON.parse(seed) as unknown };
      for (const change of changes) changeValue(box, change);
      return box.root;
    });
}

const toJson = (value: unknown): string => (JSON.stringify(value) ?? 'null').slice(0, maxLength);

/** Generates texts of JSON that resemble the seeds: most with changed values, some with changed characters. */
export const jsonLike = (seeds: readonly unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: valuesLike(seeds).map(toJson) },
    { weight: 1, arbitrary: textsLike(seeds.map(toJson)) },
  );

/** Generates the usual value five times in six, and a changed one otherwise. */
export const mostly = <Value>(usual: Value, changed: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: changed });
