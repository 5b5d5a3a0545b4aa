import type { CloudMessage } from '@plenum/client';
import { type ComponentRef, fromComponentId } from '@plenum/protocol/component';

/** A component in a message, with its fields. */
export interface Received extends ComponentRef {
  readonly systemId: string;
  readonly datagram: Readonly<Record<string, unknown>>;
}

/** Returns the components that a message is about; none for a `Sync`. */
export function componentsIn(message: CloudMessage): readonly Received[] {
  if (message.requestType !== 'Event') return [];
  return message.requestBody.devices.flatMap(({ componentId, datagram }) => {
    const ref = fromComponentId(componentId);
    return ref === undefined ? [] : { ...ref, datagram: datagram as Received['datagram'] };
  });
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Number of fields or components that a line lists. */
const maxShown = 8;

const listShort = (texts: readonly string[]): string =>
  [...texts.slice(0, maxShown), ...(texts.length > maxShown ? [`${texts.length - maxShown} more`] : [])].join(
    ', ',
  );

/** Returns how a component differs from its last message: `Setpoint 2250 → 2350`. */
const changesOf = (before: Received['datagram'], now: Received['datagram']): string => {
  const changed = Object.keys({ ...before, ...now }).filter((key) => show(before[key]) !== show(now[key]));
  return changed.length === 0
    ? 'unchanged'
    : listShort(changed.map((key) => `${key} ${show(before[key])} → ${show(now[key])}`));
};

const describeEvent = (components: readonly Received[], last: Map<string, Received['datagram']>): string => {
  const firsts: string[] = [];
  const parts: string[] = [];
  for (const { systemId, kind, index, datagram } of components) {
    const id = `${systemId} ${kind} ${index}`;
    const before = last.get(id);
    last.set(id, datagram);
    if (before === undefined) firsts.push(`${kind} ${index}`);
    else parts.push(`${kind} ${index}: ${changesOf(before, datagram)}`);
  }
  if (firsts.length > 0) parts.unshift(`first state of ${listShort(firsts)}`);
  const houses = [...new Set(components.map(({ systemId }) => systemId))];
  return `Event of house ${houses.join(', ')}: ${parts.join('; ')}`;
};

/**
 * Describes messages in the order in which they arrived, each in one line: `Event of house 000000001: zone 1: Setpoint
 * 2250 → 2350`.
 */
export function describeMessages(messages: readonly CloudMessage[]): readonly string[] {
  const last = new Map<string, Received['datagram']>();
  return messages.map((message) =>
    message.requestType === 'Event'
      ? describeEvent(componentsIn(message), last)
      : `${message.requestType} for user ${message.userId}`,
  );
}
