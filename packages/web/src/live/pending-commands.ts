import { firstDifference, targetsOf } from '@plenum/client/expectation';
import { type AnyCommand, catalogue, type Effect, effectOf } from '@plenum/protocol/command';
import {
  type ComponentKind,
  type Datagrams,
  findDatagram,
  replaceComponent,
} from '@plenum/protocol/component';
import { membersOfBody } from '@plenum/protocol/definition';
import { isIndex } from '@plenum/protocol/field';
import { bodyValue } from '../reading/body.ts';

/** A command whose effect is shown although it is not confirmed yet. */
export interface PendingCommand {
  readonly id: number;
  /** The same for two commands to the same target, so that a newer command replaces this one. */
  readonly key: string;
  readonly effect: Effect;
  /** True once the bridge has responded with OK, and once it has reported the effect; either may come first. */
  readonly isAcknowledged: boolean;
  readonly isObserved: boolean;
}

/** Returns the house with the effects of all pending commands; the same object if there are none. */
export const applyPending = (datagrams: Datagrams, pending: readonly PendingCommand[]): Datagrams =>
  pending.reduce((house, { effect }) => {
    const { kind, index } = effect;
    const shown: object | undefined = findDatagram(house, kind, index);
    if (shown === undefined) return house;
    const datagram = targetsOf(effect).reduce((one, { write, value }) => write(one, value), shown);
    return replaceComponent(house, { kind, index, datagram });
  }, datagrams);

/** Returns the key of a pending command: its name and every index in its body. */
const keyOf = ({ name, body }: AnyCommand): string => {
  const { body: field } = catalogue.get(name)!;
  const counted = membersOfBody(field).filter(([, part]) => isIndex(part));
  return [name, ...counted.map(([key]) => bodyValue(field, key, body))].join(' ');
};

/**
 * Adds a command that is being sent to the pending ones; returns the same list if no component would show its effect.
 */
export function addPending(
  pending: readonly PendingCommand[],
  id: number,
  command: AnyCommand,
): readonly PendingCommand[] {
  const effect = effectOf(command);
  if (effect === undefined) return pending;
  const key = keyOf(command);
  const others = pending.filter((one) => one.key !== key);
  return [...others, { id, key, effect, isAcknowledged: false, isObserved: false }];
}

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

/** Returns the commands that are still pending after the bridge has responded with OK to one. */
export const markAcknowledged = (pending: readonly PendingCommand[], id: number): readonly PendingCommand[] =>
  pending
    .map((one) => (one.id === id ? { ...one, isAcknowledged: true } : one))
    .filter((one) => !isSettled(one));
