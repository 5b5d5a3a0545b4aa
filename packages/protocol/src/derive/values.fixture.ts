import fc from '@plenum/testbed/fast-check';
import type { Catalogue } from '../command/catalogue.ts';
import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type ListField, type NumberField, type RecordField } from '../field/field.ts';

type Arbitrary = fc.Arbitrary<unknown>;

/** Values of the wrong type that a careless or hostile client may send. */
const junk: Arbitrary = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    '1',
    'NaN',
    [],
    {},
    [0],
    { Index: 0 },
    -0,
    0.5,
    1e308,
    -1e308,
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Generates mostly accepted values, often values just outside a limit, and sometimes any value. */
const mixed = (inside: Arbitrary, beside: Arbitrary): Arbitrary =>
  fc.oneof(
    { arbitrary: inside, weight: 12 },
    { arbitrary: beside, weight: 2 },
    { arbitrary: junk, weight: 1 },
  );

const whole = (field: NumberField): Arbitrary => {
  const { minimum = -10, maximum = 100_000, multipleOf = 1 } = field;
  const { disabled } = factsOf(field);
  const steps = fc
    .integer({ min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) })
    .map((step) => step * multipleOf);
  const inside = disabled === undefined ? steps : fc.oneof(steps, fc.constant(disabled));
  return mixed(inside, fc.integer({ min: minimum - 3, max: maximum + 3 }));
};

const choice = (field: Field): Arbitrary => {
  const values = Object.values(factsOf(field).choices!);
  return mixed(fc.constantFrom(...values), fc.integer({ min: -2, max: 101 }));
};

const name = (field: Field): Arbitrary => {
  const bytes = factsOf(field).bytes!;
  const units = fc.constantFrom('a', 'Z', ' ', '"', '\\', 'é', '温', '🌡', '\0', '\u0085', '\ud83d');
  return mixed(
    fc.string({ unit: 'grapheme-ascii', maxLength: bytes }),
    fc.string({ unit: units, maxLength: bytes + 2 }),
  );
};

const record = (field: RecordField): Arbitrary => {
  const members = Object.entries(field.properties) as [string, Field][];
  const spelled = fc.record(Object.fromEntries(members.map(([key, member]) => [key, valuesOf(member)])), {
    noNullPrototype: true,
  });
  const spellings = members.flatMap(([key, member]) =>
    (factsOf(member).alias ?? []).map((alias) => [key, alias] as const),
  );
  const renamed = (keep: boolean) =>
    spelled.map((value) => {
      const copy: Record<string, unknown> = { ...value };
      for (const [key, alias] of spellings) {
        copy[alias] = copy[key];
        if (!keep) delete copy[key];
      }
      return copy;
    });
  const without = fc.tuple(spelled, fc.constantFrom(...members.map(([key]) => key))).map(([value, key]) => {
    const copy: Record<string, unknown> = { ...value };
    delete copy[key];
    return copy;
  });
  const more = fc
    .tuple(spelled, fc.constantFrom('Other', '__proto__', 'constructor', 'index'), junk)
    .map(([value, key, extra]) =>
      JSON.parse(`{${JSON.stringify(value).slice(1, -1)},${JSON.stringify(key)}:${JSON.stringify(extra)}}`),
    );
  return fc.oneof(
    { arbitrary: spelled, weight: 12 },
    { arbitrary: renamed(false), weight: spellings.length > 0 ? 4 : 0 },
    { arbitrary: renamed(true), weight: spellings.length > 0 ? 1 : 0 },
    { arbitrary: without, weight: 2 },
    { arbitrary: more, weight: 1 },
    { arbitrary: junk, weight: 1 },
  );
};

const list = (field: ListField<Field>): Arbitrary => {
  const { minItems, maxItems, items } = field;
  const inside = fc.array(valuesOf(items), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  });
  if (!Number.isFinite(maxItems)) return mixed(inside, junk);
  return mixed(inside, fc.array(valuesOf(items), { minLength: maxItems, maxLength: maxItems + 1 }));
};

const arbitraries: ByKind<Arbitrary> = {
  temperature: whole,
  setpoint: whole,
  flag: whole,
  percent: whole,
  minutes: whole,
  clock: whole,
  index: whole,
  number: whole,
  instant: whole,
  quantity: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  choice,
  name,
  text: () => fc.string(),
  word: (field) => mixed(fc.constantFrom(...field.enum), fc.string()),
  bool: () => mixed(fc.boolean(), fc.constant(1)),
  record,
  object: () => mixed(fc.dictionary(fc.string(), fc.integer()), fc.constant([])),
  list,
  map: (field) => mixed(fc.dictionary(fc.string(), valuesOf(field.additionalProperties)), fc.constant([])),
};

/** Returns accepted and refused values for a field, of every JSON type. */
export const valuesOf = (field: Field): Arbitrary => callByKind(arbitraries, field);

/** Returns accepted and refused bodies for the commands of a catalogue, in every spelling of their names. */
export const bodiesOf = (catalogue: Catalogue): fc.Arbitrary<{ name: string; body: unknown }> =>
  fc.oneof(
    ...Array.from(catalogue.values(), ({ name: command, alias, body }) =>
      fc
        .tuple(fc.constantFrom(command, ...alias), valuesOf(body))
        .map(([key, value]) => ({ name: command, body: { [key]: value } })),
    ),
  );
