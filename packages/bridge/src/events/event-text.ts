import { componentKinds, type Datagrams, indexOf } from '@plenum/protocol/component';
import { type Dialect, toWireText } from '@plenum/protocol/dialect';
import type { Change } from '../device/device.ts';

/** Every component of an installation, as a change of it would show it. */
export const componentsOf = (datagrams: Datagrams): Change[] =>
  componentKinds.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).map((datagram) => ({
      kind,
      index: indexOf(kind, datagram as never),
      datagram,
    })),
  );

/** What a live stream tells: all components first, then those that changed. */
export interface LiveEvent {
  readonly id: number;
  readonly event: 'snapshot' | 'change';
  /** Instant of the house, ms UTC. */
  readonly at: number;
  readonly components: readonly Change[];
}

/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html), keys in the dialect. */
export const toEventText = ({ id, event, at, components }: LiveEvent, dialect: Dialect): string =>
  `id: ${id}\nevent: ${event}\ndata: ${toWireText(dialect, { at, components })}\n\n`;
