import { componentKinds } from '@plenum/protocol/component';
import { dialects, fromWire } from '@plenum/protocol/dialect';
import type { UnconfirmedMessage } from '@plenum/protocol/extension';
import { isRecord } from '@plenum/protocol/json';
import type { StreamMessage } from './event-stream.ts';
import type { ChangedComponent, ReceivedComponent } from './received-state.ts';

const kinds: ReadonlySet<unknown> = new Set(componentKinds);

const isRef = ({ kind, index }: Readonly<Record<string, unknown>>) =>
  kinds.has(kind) && Number.isInteger(index);

const isComponent = (value: unknown): value is ReceivedComponent => {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isRef(members) && isRecord(members.datagram);
};

/** Converts the keys of any dialect to neutral ones, because a stream has no envelope that identifies its dialect. */
const toNeutral = (value: unknown) =>
  dialects.reduce((neutral, dialect) => fromWire(dialect, neutral), value);

/** The latest time of a Date (ECMA-262, 21.4.1.1); a stream may contain any number. */
const maxInstant = 8.64e15;

const isInstant = (at: unknown): at is number => Number.isInteger(at) && Math.abs(at as number) <= maxInstant;

/**
 * Returns the components in a message of the live stream, with the time of their change; undefined for any other
 * message. Skips components of unknown kinds.
 */
export function readStreamMessage({ event, data }: StreamMessage): readonly ChangedComponent[] | undefined {
  if (event !== 'snapshot' && event !== 'change') return undefined;
  try {
    const { at, components } = toNeutral(JSON.parse(data)) as { at?: unknown; components?: unknown };
    if (!Array.isArray(components)) return undefined;
    const known = components.filter(isComponent);
    return isInstant(at)
      ? known.map(({ kind, index, datagram }) => ({ kind, index, datagram, at }) as ChangedComponent)
      : known;
  } catch {
    return undefined;
  }
}

/** Returns the command that a real bridge accepted but then did not show; undefined for any other message. */
export function readUnconfirmed({ event, data }: StreamMessage): UnconfirmedMessage | undefined {
  if (event !== 'unconfirmed') return undefined;
  try {
    const message: unknown = toNeutral(JSON.parse(data));
    const isValid = isRecord(message) && isRef(message) && typeof message.command === 'string';
    return isValid ? (message as UnconfirmedMessage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads from a snapshot or a separate event whether the real bridge behind a Plenum bridge answers and, if not, the
 * reason; undefined for any other message.
 */
export function readDeviceMessage({
  event,
  data,
}: StreamMessage): { readonly isSilent: boolean; readonly why: string } | undefined {
  if (event !== 'device' && event !== 'snapshot') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    const device = event === 'snapshot' && isRecord(value) ? value.device : value;
    if (!isRecord(device)) return undefined;
    const why = typeof device.why === 'string' ? ` ${device.why}` : '';
    return { isSilent: device.state === 'silent', why };
  } catch {
    return undefined;
  }
}
