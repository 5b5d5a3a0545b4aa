import { addresseesOf, checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { attemptControl, type ControlOrder, type ControlOutcome } from './attempt-control.ts';
import type { ControlSender } from './control-sender.ts';
import { toInvalidRequest } from './failure.ts';

interface HouseCommand extends Omit<ControlOrder, 'command'> {
  /** `{Name: body}`, as on the local network. */
  readonly command: unknown;
}

/**
 * Sends a command to a bridge for its owner, by the rules of Control at `/dev` (interface 4.4, "Availability"), addressed to the
 * component that it changes. The caller has checked that the bridge is the owner's.
 */
export const controlHouse = async (controls: ControlSender, order: HouseCommand): Promise<ControlOutcome> => {
  const command = checkCommand(order.command);
  if (!command.ok) return toInvalidRequest(command.refusal);
  const [addressee] = addresseesOf(command.value);
  const address = checkAddress(command.value, { systemId: order.systemId, ...addressee! });
  if (!address.ok) return toInvalidRequest(address.refusal);
  const { outcome } = await attemptControl(controls, { ...order, command: command.value });
  return outcome;
};
