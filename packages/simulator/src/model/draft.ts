import type { ComponentKind, ComponentRef, DatagramOf, Datagrams } from '@plenum/protocol/component';
import { componentKinds, indexOf } from '@plenum/protocol/component';
import { copyPlant } from './copy-plant.ts';
import type { Plant, State } from './state.ts';

type Lists = { readonly [K in ComponentKind]: DatagramOf<K>[] };

/**
 * A state in progress: its lists and its plant can be written. A datagram is replaced, never changed in place, so the
 * same object means the same values.
 */
export interface Draft {
  readonly datagrams: Lists;
  readonly plant: Plant;
  /** The plant of the state from which the draft was opened. */
  readonly before: Plant;
  /** Datagrams that `showReading` created and that no other code has seen yet. */
  readonly readings: Set<object>;
}

/**
 * A class, because V8 creates a separate shape for each object literal with a getter, and the shape keeps all objects
 * alive that the getter references.
 */
class StateDraft implements Draft {
  readonly datagrams: Lists;
  readonly readings = new Set<object>();
  readonly before: Plant;
  #plant: Plant | undefined;

  constructor({ datagrams, plant }: Pick<State, 'datagrams' | 'plant'>) {
    const lists: Record<ComponentKind, readonly object[]> = { ...datagrams };
    for (const kind of componentKinds) lists[kind] = datagrams[kind].slice();
    this.datagrams = lists as Lists;
    this.before = plant;
  }

  get plant(): Plant {
    this.#plant ??= copyPlant(this.before);
    return this.#plant;
  }
}

/** Opens a state for changes, without modifying it. The plant is copied when it is first used. */
export const openDraft = (state: Pick<State, 'datagrams' | 'plant'>): Draft => new StateDraft(state);

/** Replaces some members of the datagram at an index in its list. Does nothing if all of them are unchanged. */
export function patch<K extends ComponentKind>(
  draft: Draft,
  kind: K,
  place: number,
  members: Partial<DatagramOf<K>>,
): void {
  const list = draft.datagrams[kind] as DatagramOf<K>[];
  const before = list[place]!;
  for (const key in members) {
    if (members[key] !== before[key]) {
      // The only way of copying that is fast for every shape of datagram.
      list[place] = Object.assign({}, before, members);
      return;
    }
  }
}

/** Replaces some members of an element of a plant that is never changed in place, because states share it. */
export function replace<Item extends object>(list: Item[], place: number, members: Partial<Item>): void {
  list[place] = { ...list[place]!, ...members };
}

/**
 * Shows a measurement. Like `patch`, but a datagram is replaced once per draft and then written in place, since a large
 * house measures ten million times a year. Callers must not keep a reference to a datagram with readings beyond a call.
 */
export function showReading<K extends ComponentKind>(
  draft: Draft,
  kind: K,
  place: number,
  members: Partial<DatagramOf<K>>,
): void {
  const list = draft.datagrams[kind] as DatagramOf<K>[];
  const before = list[place]!;
  for (const key in members) {
    if (members[key] === before[key]) continue;
    if (draft.readings.has(before)) {
      before[key] = members[key]!;
      continue;
    }
    const after = Object.assign({}, before, members);
    list[place] = after;
    draft.readings.add(after);
    return;
  }
}

/** True if two lists have the same objects in the same order. */
export function sameMembers(a: readonly object[], b: readonly object[]): boolean {
  if (a.length !== b.length) return false;
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

/** Returns the resulting state of a draft at a time (ms UTC). A list without changes stays the same object. */
export function closeDraft(draft: Draft, before: Pick<State, 'datagrams'>, at: number): State {
  const datagrams: Record<ComponentKind, readonly object[]> = { ...before.datagrams };
  for (const kind of componentKinds) {
    const now = draft.datagrams[kind];
    if (!sameMembers(now, datagrams[kind])) datagrams[kind] = now;
  }
  return { at, datagrams: datagrams as Datagrams, plant: draft.plant };
}

/** Returns the components that differ between two sets of datagrams, by the identity of the datagrams. */
export function changesBetween(before: Datagrams, after: Datagrams): ComponentRef[] {
  const changes: ComponentRef[] = [];
  for (const kind of componentKinds) {
    if (before[kind] === after[kind]) continue; // closeDraft keeps an unchanged list
    const old = new Set<object>(before[kind]);
    for (const datagram of after[kind])
      if (!old.has(datagram)) changes.push({ kind, index: indexOf(kind, datagram) });
  }
  return changes;
}
