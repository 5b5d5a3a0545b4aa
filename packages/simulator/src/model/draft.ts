import type { ComponentKind, ComponentRef, DatagramOf, Datagrams } from '@plenum/protocol/component';
import { componentKinds, indexOf } from '@plenum/protocol/component';
import type { Plant, State } from './state.ts';

type Lists = { readonly [K in ComponentKind]: DatagramOf<K>[] };

/**
 * A state that is being changed: its lists and its plant may be written. A datagram is replaced, never changed in
 * place, so the same object means the same values.
 */
export interface Draft {
  readonly datagrams: Lists;
  readonly plant: Plant;
  /** Datagrams that `showReading` made, which nobody else has seen. */
  readonly readings: Set<object>;
}

/** A deep copy of plain data. */
const copy = <T>(data: T): T => {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(copy) as T;
  const made = { ...data };
  for (const key in made) if (typeof made[key] === 'object') made[key] = copy(made[key]);
  return made;
};

/** V8 makes an own shape for each object of a literal with a getter, and keeps with it what the getter refers to: so a class. */
class StateDraft implements Draft {
  readonly datagrams: Lists;
  readonly readings = new Set<object>();
  readonly #before: Plant;
  #plant: Plant | undefined;

  constructor({ datagrams, plant }: Pick<State, 'datagrams' | 'plant'>) {
    const lists = Object.fromEntries(componentKinds.map((kind) => [kind, [...datagrams[kind]]]));
    this.datagrams = lists as unknown as Lists;
    this.#before = plant;
  }

  get plant(): Plant {
    this.#plant ??= copy(this.#before);
    return this.#plant;
  }
}

/** Opens a state for changes; the state itself stays as it is. The plant is copied at its first use. */
export const openDraft = (state: Pick<State, 'datagrams' | 'plant'>): Draft => new StateDraft(state);

/** Replaces some members of the datagram at a place in its list; does nothing where all of them are the same. */
export const patch = <K extends ComponentKind>(
  draft: Draft,
  kind: K,
  place: number,
  members: Partial<DatagramOf<K>>,
): void => {
  const list = draft.datagrams[kind] as DatagramOf<K>[];
  const before = list[place]!;
  for (const key in members) {
    if (members[key] !== before[key]) {
      // Of the ways to copy, this one is quick for every shape of a datagram.
      list[place] = Object.assign({}, before, members);
      return;
    }
  }
};

/**
 * Shows what was measured: like `patch`, but a datagram is replaced once in a draft and then written in place, since a
 * large house measures ten million times a year. A reference to a datagram with readings is not kept beyond a call.
 */
export const showReading = <K extends ComponentKind>(
  draft: Draft,
  kind: K,
  place: number,
  members: Partial<DatagramOf<K>>,
): void => {
  const list = draft.datagrams[kind] as DatagramOf<K>[];
  if (draft.readings.has(list[place]!)) {
    Object.assign(list[place]!, members);
    return;
  }
  const before = list[place]!;
  patch(draft, kind, place, members);
  if (list[place] !== before) draft.readings.add(list[place]!);
};

const sameMembers = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((member, place) => member === b[place]);

/** The state that a draft makes, at an instant; a list without changes stays the same object. */
export const closeDraft = (draft: Draft, before: Pick<State, 'datagrams'>, at: number): State => {
  const datagrams: Record<string, readonly object[]> = {};
  for (const kind of componentKinds) {
    const [now, then] = [draft.datagrams[kind], before.datagrams[kind]];
    datagrams[kind] = sameMembers(now, then) ? then : now;
  }
  return { at, datagrams: datagrams as Datagrams, plant: draft.plant };
};

/** The components that differ between two sets of datagrams, by the identity of the datagrams. */
export const changesBetween = (before: Datagrams, after: Datagrams): ComponentRef[] => {
  const changes: ComponentRef[] = [];
  for (const kind of componentKinds) {
    if (before[kind] === after[kind]) continue; // closeDraft keeps the list
    const old = new Set<object>(before[kind]);
    for (const datagram of after[kind])
      if (!old.has(datagram)) changes.push({ kind, index: indexOf(kind, datagram as never) });
  }
  return changes;
};
