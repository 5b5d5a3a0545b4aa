import type { Command } from '../definition/command.ts';
import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type RangedField } from '../field/field.ts';

const middle = ({ minimum = 0, maximum = 100, multipleOf = 1 }: RangedField): number =>
  Math.floor((minimum + maximum) / 2 / multipleOf) * multipleOf;

/** Returns a realistic first value. For an enumeration it is the second value, which is on, cool, open or low. */
const second = (values: readonly unknown[]) => values[Math.min(1, values.length - 1)];

const examples: ByKind<unknown> = {
  temperature: (field) => (field.maximum === undefined ? 2150 : middle(field)),
  setpoint: (field) => (field.maximum === undefined ? 2200 : middle(field)),
  flag: () => 1,
  choice: (field) => {
    const values = Object.values(factsOf(field).choices ?? {});
    return values[0] === 0 ? second(values) : values[0];
  },
  percent: middle,
  minutes: ({ minimum = 0, maximum = 30 }) => Math.max(minimum, Math.min(30, maximum)),
  clock: (field) => (field.maximum === 59 ? 30 : 7),
  index: (field) => Math.min(1, field.maximum ?? 1),
  number: (field) => (field.maximum === undefined ? 1 : middle(field)),
  instant: () => 1_767_225_600_000,
  quantity: (field) => (field.maximum === undefined ? 1 : middle(field)),
  name: (field) => 'Lounge'.slice(0, factsOf(field).bytes),
  text: () => '',
  word: (field) => second(field.enum),
  bool: () => true,
  record: (field) =>
    Object.fromEntries(
      Object.entries(field.properties).map(([key, member]) => [key, toExample(member as Field)]),
    ),
  object: () => ({}),
  list: (field) =>
    Array.from({ length: Math.min(Math.max(field.minItems, 2), field.maxItems) }, () =>
      toExample(field.items),
    ),
  map: (field) => ({ key: toExample(field.additionalProperties) }),
};

/** Returns a value that the field accepts. The result is the same on each call. */
export const toExample = (field: Field): unknown => factsOf(field).example ?? callByKind(examples, field);

/** Returns a body that the command accepts. */
export const toCommandExample = ({
  name,
  body,
}: Pick<Command, 'name' | 'body'>): Record<string, unknown> => ({
  [name]: toExample(body),
});
