import { isDeepStrictEqual } from 'node:util';
import {
  type ComponentKind,
  type ComponentRef,
  componentKinds,
  countsOf,
  type Datagrams,
  indexOf,
  withoutClock,
} from '@plenum/protocol/component';
import type { ReceivedDatagram } from '../session/components.ts';

/** One component with its current values. */
export type ReceivedComponent = {
  [K in ComponentKind]: { readonly kind: K; readonly index: number; readonly datagram: ReceivedDatagram<K> };
}[ComponentKind];

/** A component that changed. */
export type ChangedComponent = ReceivedComponent & {
  /** Time of the change by the house's clock, in ms UTC; only if a live stream reports it. */
  readonly at?: number;
};

/** The last values received from a bridge. */
export interface ReceivedState {
  /**
   * Stores components and returns those that differ from the stored ones. Forgets components beyond the count in
   * another component, so a component that comes back counts as new.
   */
  readonly update: (components: readonly ChangedComponent[]) => readonly ChangedComponent[];
  /** True if a component was stored before. */
  readonly has: (component: ComponentRef) => boolean;
  /** The kinds of which there is at least one component. */
  readonly kinds: () => readonly ComponentKind[];
}

export function createReceivedState(): ReceivedState {
  const datagrams = new Map<string, unknown>();
  const kinds = new Set<ComponentKind>();
  const forgetBeyond = (kind: ComponentKind, count: number) => {
    for (let index = count; datagrams.delete(`${kind} ${index}`); index++);
  };
  return {
    update: (components) =>
      components.filter(({ kind, index, datagram }) => {
        const key = `${kind} ${index}`;
        const seen = withoutClock(kind, datagram);
        const hasChanged = !isDeepStrictEqual(datagrams.get(key), seen);
        datagrams.set(key, seen);
        kinds.add(kind);
        for (const [counted, count] of countsOf(kind, datagram)) forgetBeyond(counted, count);
        return hasChanged;
      }),
    has: ({ kind, index }) => datagrams.has(`${kind} ${index}`),
    kinds: () => [...kinds],
  };
}

/** Returns all components of a house in the order of the interface. */
export const toComponents = (datagrams: Datagrams): readonly ReceivedComponent[] =>
  componentKinds.flatMap((kind) =>
    (datagrams[kind] as readonly never[]).map(
      (datagram) => ({ kind, index: indexOf(kind, datagram), datagram }) as ReceivedComponent,
    ),
  );
