import { componentKinds } from '@plenum/protocol/component';
import { dialects, fromWire } from '@plenum/protocol/dialect';
import type { StreamMessage } from './event-stream.ts';
import type { ReceivedComponent } from './received-state.ts';

const kinds: ReadonlySet<unknown> = new Set(componentKinds);

const isComponent = (value: unknown): value is ReceivedComponent => {
  const { kind, index, datagram } = (value ?? {}) as Record<string, unknown>;
  return kinds.has(kind) && Number.isInteger(index) && typeof datagram === 'object' && datagram !== null;
};

/** Makes the keys of any dialect neutral; a stream has no envelope that names its dialect. */
const toNeutral = (value: unknown) =>
  dialects.reduce((neutral, dialect) => fromWire(dialect, neutral), value);

/**
 * The components in a message of the live stream; undefined for any other message. Components of unknown kinds are left
 * out.
 */
export const readStreamMessage = ({
  event,
  data,
}: StreamMessage): readonly ReceivedComponent[] | undefined => {
  if (event !== 'snapshot' && event !== 'change') return undefined;
  try {
    const { components } = toNeutral(JSON.parse(data)) as { components?: unknown };
    return Array.isArray(components) ? components.filter(isComponent) : undefined;
  } catch {
    return undefined;
  }
};
