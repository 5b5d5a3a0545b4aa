import { isDeepStrictEqual } from 'node:util';
import { type ComponentKind, componentKinds, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { Seen } from '../read/seen.ts';

/** One component as it stands now. */
export type SeenComponent = {
  [K in ComponentKind]: { readonly kind: K; readonly index: number; readonly datagram: Seen<K> };
}[ComponentKind];

/** What a watcher knows of a bridge. */
export interface Known {
  /** Takes components as they stand and returns those that stand differently than they did. */
  readonly take: (components: readonly SeenComponent[]) => readonly SeenComponent[];
  /** The kinds of which there is at least one. */
  readonly kinds: () => readonly ComponentKind[];
}

export const createKnown = (): Known => {
  const datagrams = new Map<string, unknown>();
  const kinds = new Set<ComponentKind>();
  return {
    take: (components) =>
      components.filter(({ kind, index, datagram }) => {
        const key = `${kind} ${index}`;
        const isNew = !isDeepStrictEqual(datagrams.get(key), datagram);
        datagrams.set(key, datagram);
        kinds.add(kind);
        return isNew;
      }),
    kinds: () => [...kinds],
  };
};

/** All components of an installation in the order of the interface. */
export const toComponents = (datagrams: Datagrams): readonly SeenComponent[] =>
  componentKinds.flatMap((kind) =>
    (datagrams[kind] as readonly never[]).map(
      (datagram) => ({ kind, index: indexOf(kind, datagram), datagram }) as unknown as SeenComponent,
    ),
  );
