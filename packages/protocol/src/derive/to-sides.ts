import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type NumberField } from '../field/field.ts';
import { toExample } from './to-example.ts';

/** Values on both sides of every limit of a field: a command accepts the inner values and refuses the outer ones. */
export interface Sides {
  readonly inside: readonly unknown[];
  readonly outside: readonly unknown[];
}

const whole = (field: NumberField): Sides => {
  const { minimum, maximum, multipleOf = 1 } = field;
  const between = factsOf(field).isRounded ? [] : [minimum! + multipleOf / 2];
  return {
    inside: [minimum, maximum],
    outside: [minimum! - multipleOf, maximum! + multipleOf, ...between, String(minimum), null, [minimum]],
  };
};

const never = (): Sides => {
  throw new Error('no command has a field of this kind');
};

const sides: ByKind<Sides> = {
  setpoint: whole,
  flag: whole,
  percent: whole,
  minutes: whole,
  index: whole,
  number: whole,
  clock: (field) => {
    const { disabled } = factsOf(field);
    const { inside, outside } = whole(field);
    if (disabled === undefined) return { inside, outside };
    return { inside: [...inside, disabled], outside: [...outside, disabled - 1, disabled + 1] };
  },
  choice: (field) => {
    const values = Object.values(factsOf(field).choices!);
    return { inside: values, outside: [Math.min(...values) - 1, Math.max(...values) + 1, 0.5, '1', null] };
  },
  name: (field) => {
    const bytes = factsOf(field).bytes!;
    return {
      inside: ['', 'x'.repeat(bytes), 'é'.repeat(Math.floor(bytes / 2))],
      outside: ['x'.repeat(bytes + 1), 'é'.repeat(Math.floor(bytes / 2) + 1), 'a\0', 1, null],
    };
  },
  word: (field) => ({ inside: field.enum, outside: ['', `${field.enum[0]}x`, 1, null] }),
  list: (field) => {
    const items = (length: number) => Array.from({ length }, () => toExample(field.items));
    const { inside, outside } = toSides(field.items);
    return {
      inside: [items(field.minItems), items(field.maxItems), ...inside.map((item) => [item])],
      outside: [items(field.maxItems + 1), {}, null, ...outside.map((item) => [item])],
    };
  },
  record: (field) => {
    const example = toExample(field) as Record<string, unknown>;
    const members = Object.entries(field.properties) as [string, Field][];
    const change = (pick: keyof Sides) =>
      members.flatMap(([key, member]) =>
        toSides(member)[pick].map((value) => ({ ...example, [key]: value })),
      );
    const without = field.required.map((key) =>
      Object.fromEntries(Object.entries(example).filter(([other]) => other !== key)),
    );
    return {
      inside: [example, ...change('inside')],
      outside: [{ ...example, Other: 1 }, [], null, ...without, ...change('outside')],
    };
  },
  temperature: never,
  quantity: never,
  text: never,
  bool: never,
  object: never,
  instant: never,
  map: never,
};

/** Returns values on both sides of every limit of a command's field (interface 8). */
export const toSides = (field: Field): Sides => callByKind(sides, field);
