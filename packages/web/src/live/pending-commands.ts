import { firstDifference } from '@plenum/client/expectation';
import { type AnyCommand, catalogue, type Effect, effectOf } from '@plenum/protocol/command';
import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';
import { membersOfBody } from '@plenum/protocol/definition';
import { isIndex } from '@plenum/protocol/field';
import { bodyValue } from '../reading/body.ts';

/** A command whose effect shows although it is not yet confirmed. */
export interface PendingCommand {
  readonly id: number;
  /** A newer command with the same key replaces this one: the same command to the same component. */
  readonly key: string;
  readonly effect: Effect;
  /** True if the bridge has answered OK, and if it has reported the effect; either may come first. */
  readonly isAcknowledged: boolean;
  readonly isObserved: boolean;
}

const put = (value: unknown, path: readonly string[], to: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'boolean' ? to === 1 : to;
  if (Array.isArray(value)) return value.with(Number(key), put(value[Number(key)], rest, to));
  const inner = value as Record<string, unknown>;
  return { ...inner, [key]: put(inner[key], rest, to) };
};

/** Returns the house with the effects of all pending commands; the same object if there are none. */
export const applyPending = (datagrams: Datagrams, pending: readonly PendingCommand[]): Datagrams => {
  let after = datagrams;
  for (const { effect } of pending) {
    const { kind, index, fields } = effect;
    const list = after[kind] as readonly object[];
    const at = list.findIndex((one) => indexOf(kind, one as never) === index);
    if (at === -1) continue;
    const changed = fields.reduce<unknown>((one, { path, value }) => put(one, path, value), list[at]);
    after = { ...after, [kind]: list.with(at, changed as object) };
  }
  return after;
};

/** Returns the key of a pending command: its name and every index in its body. */
const keyOf = ({ name, body }: AnyCommand): string => {
  const { body: field } = catalogue.get(name)!;
  const counted = membersOfBody(field).filter(([, part]) => isIndex(part));
  return [name, ...counted.map(([key]) => bodyValue(field, key, body))].join(' ');
};

/** Returns the pending commands with the one that is sent now; the same list if no component shows its effect. */
export const addPending = (
  pending: readonly PendingCommand[],
  id: number,
  command: AnyCommand,
): readonly PendingCommand[] => {
  const effect = effectOf(command);
  if (effect === undefined) return pending;
  const key = keyOf(command);
  const others = pending.filter((one) => one.key !== key);
  return [...others, { id, key, effect, isAcknowledged: false, isObserved: false }];
};

const isSettled = ({ isAcknowledged, isObserved }: PendingCommand) => isAcknowledged && isObserved;

/** Returns the commands that are still pending after a component was received. */
export const markObserved = (
  pending: readonly PendingCommand[],
  component: { readonly kind: string; readonly index: number; readonly datagram: object },
): readonly PendingCommand[] =>
  pending
    .map((one) => {
      const { kind, index } = one.effect;
      if (kind !== (component.kind as ComponentKind) || index !== component.index) return one;
      const shows = firstDifference(component.datagram, one.effect) === undefined;
      return shows ? { ...one, isObserved: true } : one;
    })
    .filter((one) => !isSettled(one));

/** Returns the commands that are still pending after the bridge has answered OK to one. */
export const markAcknowledged = (pending: readonly PendingCommand[], id: number): readonly PendingCommand[] =>
  pending
    .map((one) => (one.id === id ? { ...one, isAcknowledged: true } : one))
    .filter((one) => !isSettled(one));
