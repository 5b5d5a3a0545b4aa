import { componentKinds } from '@plenum/protocol/component';
import { dialects, fromWire } from '@plenum/protocol/dialect';
import type { StreamMessage } from './event-stream.ts';
import type { SeenComponent } from './known.ts';

const kinds: ReadonlySet<unknown> = new Set(componentKinds);

const isComponent = (value: unknown): value is SeenComponent => {
  const { kind, index, datagram } = (value ?? {}) as Record<string, unknown>;
  return kinds.has(kind) && Number.isInteger(index) && typeof datagram === 'object' && datagram !== null;
};

/** The keys of any dialect made neutral; a stream has no envelope that tells which it speaks. */
const toNeutral = (value: unknown) =>
  dialects.reduce((neutral, dialect) => fromWire(dialect, neutral), value);

/**
 * The components a message of the live stream carries; undefined where the message is none of ours. A kind that
 * is not known here is left out.
 */
export const readStreamMessage = ({ event, data }: StreamMessage): readonly SeenComponent[] | undefined => {
  if (event !== 'snapshot' && event !== 'change') return undefined;
  try {
    const { components } = toNeutral(JSON.parse(data)) as { components?: unknown };
    return Array.isArray(components) ? components.filter(isComponent) : undefined;
  } catch {
    return undefined;
  }
};
