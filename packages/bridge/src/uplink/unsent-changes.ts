import { type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import {
  type ChangedComponent,
  cloudKinds,
  isTakenByCloud,
  type UplinkComponent,
  type UplinkRef,
} from '@plenum/protocol/uplink';
import type { Changes } from '../device/device.ts';

/** Returns true if a cloud stores a component. */
export type IsTaken = (component: UplinkComponent) => boolean;

const componentsOf = (datagrams: Datagrams): UplinkComponent[] =>
  cloudKinds.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).map((datagram) => ({
      kind,
      index: indexOf(kind, datagram),
      datagram: datagram as Record<string, unknown>,
    })),
  );

/** Returns the components of a house that a cloud stores. */
export const uplinkComponentsOf = (
  datagrams: Datagrams,
  isTaken: IsTaken = isTakenByCloud,
): UplinkComponent[] => componentsOf(datagrams).filter(isTaken);

/** The content of a change frame. */
interface UnsentChange {
  readonly at: number;
  readonly components: readonly ChangedComponent[];
  readonly removed: readonly UplinkRef[];
}

/**
 * Changes that are not sent yet: only the latest of each component, so there are never more changes than components.
 */
interface UnsentChanges {
  /**
   * Adds changes. `traceOf` returns the trace of the request that changed a component; it is stored until the change is
   * sent.
   */
  add(changes: Changes, traceOf?: (component: ComponentRef) => string | undefined): void;
  isEmpty(): boolean;
  /** Removes and returns all waiting changes. */
  drain(): UnsentChange;
}

const nameOf = ({ kind, index }: ComponentRef) => `${kind} ${index}`;

/** Creates an empty set of changes; `sent` are the components that the cloud has. */
export function createUnsentChanges(
  sent: readonly UplinkComponent[],
  isTaken: IsTaken = isTakenByCloud,
): UnsentChanges {
  const storedNames = new Set<string>(cloudKinds);
  const known = new Map<string, UplinkRef>(
    sent.map(({ kind, index }) => [nameOf({ kind, index }), { kind, index }]),
  );
  const changed = new Map<string, ChangedComponent>();
  const removed = new Map<string, UplinkRef>();
  let at = 0;

  const count = (datagrams: Datagrams) => cloudKinds.reduce((sum, kind) => sum + datagrams[kind].length, 0);
  const remove = (name: string) => {
    const ref = known.get(name);
    if (ref === undefined) return;
    known.delete(name);
    changed.delete(name);
    removed.set(name, ref);
  };
  const removeMissing = (datagrams: Datagrams) => {
    const present = new Set(componentsOf(datagrams).map(nameOf));
    for (const name of known.keys()) if (!present.has(name)) remove(name);
  };

  return {
    add: (changes, traceOf) => {
      at = changes.at;
      for (const change of changes.changed) {
        if (!storedNames.has(change.kind)) continue;
        // Frames allow no further fields, and a change from a real bridge also has the time at which it was read.
        const { kind, index, datagram } = change as UplinkComponent;
        const name = nameOf({ kind, index });
        if (!isTaken({ kind, index, datagram })) {
          remove(name);
          continue;
        }
        const trace = traceOf?.({ kind, index }) ?? changed.get(name)?.trace;
        const component = { kind, index, datagram, ...(trace !== undefined && { trace }) };
        known.set(name, { kind: component.kind, index: component.index });
        removed.delete(name);
        changed.set(name, component);
      }
      if (known.size !== count(changes.datagrams)) removeMissing(changes.datagrams);
    },
    isEmpty: () => changed.size === 0 && removed.size === 0,
    drain: () => {
      const change = { at, components: [...changed.values()], removed: [...removed.values()] };
      changed.clear();
      removed.clear();
      return change;
    },
  };
}
