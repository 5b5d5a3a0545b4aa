import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import {
  type Field,
  factsOf,
  type ListField,
  type NumberField,
  type RecordField,
  tableOf,
} from '@plenum/protocol/field';
import type { Result } from '@plenum/protocol/refusal';
import type { State } from './model/state.ts';
import type { Simulator } from './simulator.ts';

/** A datagram field without subfields, such as `zone` `['Mode']` or `power` `['Devices', 0, 'Enabled']`. */
interface Leaf {
  readonly kind: ComponentKind;
  readonly path: readonly (string | number)[];
  readonly field: Field;
}

/** A simulation of a house in which some fields have an effect. */
export interface Scenario {
  readonly name: string;
  readonly simulator: Simulator;
  readonly state: State;
  /** Length of the scenario in ms, and the number of states to compare. */
  readonly span: number;
  readonly samples: number;
}

const leavesOf = (kind: ComponentKind, field: Field, path: Leaf['path']): Leaf[] => {
  switch (factsOf(field).kind) {
    case 'record':
      return Object.entries((field as RecordField).properties).flatMap(([key, member]) =>
        leavesOf(kind, member as Field, [...path, key]),
      );
    case 'list':
      return leavesOf(kind, (field as ListField<Field>).items, [...path, 0]);
    default:
      return [{ kind, path, field }];
  }
};

/** Every field of every datagram, with only the first entry of each list. */
export const leaves: readonly Leaf[] = componentKinds.flatMap((kind) =>
  leavesOf(kind, kinds[kind].fields, []),
);

export const toText = ({ kind, path }: Leaf): string => `${kind}.${path.join('.')}`;

type Tree = Readonly<Record<string | number, unknown>>;

const read = (tree: unknown, path: Leaf['path']): unknown =>
  path.reduce((member, key) => (member as Tree | undefined)?.[key], tree);

const written = (tree: unknown, [key, ...rest]: Leaf['path'], value: unknown): unknown => {
  if (key === undefined) return value;
  const copy = Array.isArray(tree) ? [...tree] : { ...(tree as Tree) };
  (copy as Record<string | number, unknown>)[key] = written((tree as Tree)[key], rest, value);
  return copy;
};

const put = <T extends Pick<State, 'datagrams'>>(
  state: T,
  { kind, path }: Leaf,
  place: number,
  value: unknown,
): T => ({
  ...state,
  datagrams: written(state.datagrams, [kind, place, ...path], value) as State['datagrams'],
});

/**
 * Returns other values that a field can have: its limits, middle and neighbouring values, or the other values of its
 * enumeration.
 */
const otherValues = (field: Field, now: unknown): readonly unknown[] => {
  if (field.type === 'boolean') return [!now];
  if (field.type === 'string') return ['', 'Other'].filter((value) => value !== now);
  const { enum: listed, minimum = 0, maximum, multipleOf: step = 1 } = field as NumberField;
  const current = now as number;
  const highest = maximum ?? 2 * current + 100 * step;
  const middle = Math.round((minimum + highest) / 2 / step) * step;
  const values = listed ?? [minimum, highest, middle, current + step, current - step];
  return values.filter((value) => value !== now && value >= minimum && value <= highest);
};

/** Returns a state in which all occurrences of these fields have other values. */
export function withOthers(state: State, fields: readonly Leaf[]): State {
  let changed = state;
  for (const leaf of fields)
    for (const place of state.datagrams[leaf.kind].keys()) {
      const now = read(state.datagrams[leaf.kind][place], leaf.path);
      const other = now === undefined ? undefined : otherValues(leaf.field, now)[0];
      if (other !== undefined) changed = put(changed, leaf, place, other);
    }
  return changed;
}

const without = <T extends Pick<State, 'datagrams'>>(state: T, fields: readonly Leaf[]): T => {
  let rest = state;
  for (const leaf of fields)
    for (const [place, datagram] of (rest.datagrams[leaf.kind] ?? []).entries())
      if (read(datagram, leaf.path) !== undefined) rest = put(rest, leaf, place, null);
  return rest;
};

/** An operation on a house: a command or an override. */
export type StateChange = (simulator: Simulator, state: State) => Result<State>;

/** Returns the changes that an operation makes outside the given fields, or its refusal. */
const answer = ({ simulator }: Scenario, state: State, fields: readonly Leaf[], operation: StateChange) => {
  const done = operation(simulator, state);
  if (!done.ok) return done.refusal.code;
  const { datagrams, plant } = done.value;
  const { climate: _, ...machines } = plant;
  const changed = componentKinds.filter((kind) => datagrams[kind] !== state.datagrams[kind]);
  const lists = tableOf<State['datagrams']>(changed, (kind) => datagrams[kind]);
  return JSON.stringify([without({ datagrams: lists }, fields), machines]);
};

/**
 * Yields the results of a state in a scenario one by one, without the given fields: first the visible states, then the
 * results of operations.
 */
export function* outputsOf(
  scenario: Scenario,
  first: State,
  fields: readonly Leaf[],
  operations: readonly StateChange[],
): Generator<{ readonly output: string; readonly state: State }> {
  const { simulator, span, samples } = scenario;
  let state = first;
  for (let sample = 1; sample <= samples; sample++) {
    state = simulator.advance(state, first.at + (span * sample) / samples);
    yield { output: JSON.stringify(without(state, fields)), state };
  }
  for (const operation of operations)
    yield { output: answer(scenario, first, fields, operation), state: first };
}

/** Memoizes a generator, so that its values can be read repeatedly and are computed only on demand. */
const memoize = <T>(from: Generator<T>): ((n: number) => T) => {
  const known: T[] = [];
  return (n) => {
    while (known.length <= n) known.push(from.next().value as T);
    return known[n]!;
  };
};

/** True if another value of a field changes any other field in a scenario, or if the value itself is lost. */
export function matters(leaf: Leaf, scenario: Scenario, operations: readonly StateChange[]): boolean {
  const list = scenario.state.datagrams[leaf.kind];
  const expected = memoize(outputsOf(scenario, scenario.state, [leaf], operations));
  for (const place of new Set([0, 1, list.length - 1])) {
    const now = read(list[place], leaf.path);
    if (now === undefined) continue;
    for (const value of otherValues(leaf.field, now)) {
      const changed = put(scenario.state, leaf, place, value);
      let n = 0;
      for (const { output, state } of outputsOf(scenario, changed, [leaf], operations)) {
        if (output !== expected(n++).output) return true;
        if (read(state.datagrams[leaf.kind][place], leaf.path) !== value) return true;
      }
    }
  }
  return false;
}
