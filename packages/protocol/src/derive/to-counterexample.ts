import type { Command } from '../definition/command.ts';
import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type RangedField } from '../field/field.ts';
import { toExample } from './to-example.ts';

/**
 * Returns a value between two steps if the field does not round, otherwise one above the maximum, or a value that is
 * not a number.
 */
const outside = (field: RangedField): unknown => {
  const { maximum, multipleOf = 1, minimum = 0 } = field;
  if (maximum === undefined) return 'many';
  if (multipleOf === 1 || factsOf(field).isRounded) return maximum + 1;
  return Math.floor((minimum + maximum) / 2 / multipleOf) * multipleOf - Math.ceil(multipleOf / 10);
};

const counterexamples: ByKind<unknown> = {
  temperature: outside,
  setpoint: outside,
  flag: outside,
  percent: outside,
  minutes: outside,
  clock: (field) => (factsOf(field).disabled ?? field.maximum!) + 1,
  index: outside,
  number: outside,
  instant: outside,
  quantity: outside,
  choice: (field) => Math.max(...Object.values(factsOf(field).choices ?? {})) + 1,
  name: (field) => 'x'.repeat(factsOf(field).bytes! + 1),
  text: (field) => (field.pattern === undefined ? 1 : '?'),
  word: () => '?',
  bool: () => 1,
  record: (field) => {
    const [key, member] = Object.entries(field.properties).at(-1) as [string, Field];
    return { ...(toExample(field) as object), [key]: toCounterexample(member) };
  },
  object: () => [],
  list: (field) =>
    Number.isFinite(field.maxItems)
      ? Array.from({ length: field.maxItems + 1 }, () => toExample(field.items))
      : [toCounterexample(field.items)],
  map: (field) => ({ key: toCounterexample(field.additionalProperties) }),
};

/**
 * Returns a value that the field refuses, as close as possible to an accepted one. The result is the same on each call.
 */
export const toCounterexample = (field: Field): unknown => callByKind(counterexamples, field);

/** Returns a body that the command refuses. */
export const toCommandCounterexample = ({ name, body }: Command): Record<string, unknown> => ({
  [name]: toCounterexample(body),
});
