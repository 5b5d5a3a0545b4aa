import { addresseesOf, checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { attemptCommand, type ControlOutcome, type Order } from './attempt-command.ts';
import { toInvalidRequest } from './failures.ts';
import type { Controls } from './shape.ts';

interface HouseCommand extends Omit<Order, 'command'> {
  /** `{Name: body}`, as on the local network. */
  readonly command: unknown;
}

/**
 * Gives a command to a bridge for its owner, by the rules of Control at `/dev` (interface 4.4, "Availability"); the component
 * it goes to is the one it changes. Whether the bridge is the owner's, the caller has checked.
 */
export const commandHouse = async (controls: Controls, order: HouseCommand): Promise<ControlOutcome> => {
  const command = checkCommand(order.command);
  if (!command.ok) return toInvalidRequest(command.refusal);
  const [addressee] = addresseesOf(command.value);
  const address = checkAddress(command.value, { systemId: order.systemId, ...addressee! });
  if (!address.ok) return toInvalidRequest(address.refusal);
  const { outcome } = await attemptCommand(controls, { ...order, command: command.value });
  return outcome;
};
