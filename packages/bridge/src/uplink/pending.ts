import { type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import { cloudKinds, type UplinkComponent, type UplinkRef } from '@plenum/protocol/uplink';
import type { Changes } from '../device/device.ts';

/** The components a cloud has, of an installation. */
export const uplinkComponentsOf = (datagrams: Datagrams): UplinkComponent[] =>
  cloudKinds.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).map((datagram) => ({
      kind,
      index: indexOf(kind, datagram as never),
      datagram: datagram as Record<string, unknown>,
    })),
  );

/** What a change frame carries. */
export interface PendingChange {
  readonly at: number;
  readonly components: readonly UplinkComponent[];
  readonly removed: readonly UplinkRef[];
}

/** Changes that wait to be sent: for each component only how it stands now, so that they never are more than it has. */
export interface Pending {
  add(changes: Changes): void;
  isEmpty(): boolean;
  /** All that waits, which waits no more. */
  take(): PendingChange;
}

const known = new Set<string>(cloudKinds);
const nameOf = ({ kind, index }: ComponentRef) => `${kind} ${index}`;

/** `told` are the components the cloud was told of. */
export const createPending = (told: readonly UplinkComponent[]): Pending => {
  const names = new Map<string, UplinkRef>(
    told.map(({ kind, index }) => [nameOf({ kind, index }), { kind, index }]),
  );
  const waiting = new Map<string, UplinkComponent>();
  const gone = new Map<string, UplinkRef>();
  let at = 0;

  const count = (datagrams: Datagrams) => cloudKinds.reduce((sum, kind) => sum + datagrams[kind].length, 0);
  const forgetGone = (datagrams: Datagrams) => {
    const present = new Set(uplinkComponentsOf(datagrams).map(nameOf));
    for (const [name, ref] of names) {
      if (present.has(name)) continue;
      names.delete(name);
      waiting.delete(name);
      gone.set(name, ref);
    }
  };

  return {
    add: ({ at: now, changed, datagrams }) => {
      at = now;
      for (const change of changed) {
        if (!known.has(change.kind)) continue;
        const component = change as UplinkComponent;
        const name = nameOf(component);
        names.set(name, { kind: component.kind, index: component.index });
        gone.delete(name);
        waiting.set(name, component);
      }
      if (names.size !== count(datagrams)) forgetGone(datagrams);
    },
    isEmpty: () => waiting.size === 0 && gone.size === 0,
    take: () => {
      const change = { at, components: [...waiting.values()], removed: [...gone.values()] };
      waiting.clear();
      gone.clear();
      return change;
    },
  };
};
