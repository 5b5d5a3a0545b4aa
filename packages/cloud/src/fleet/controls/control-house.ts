import { addresseesOf, checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import type { Refusal } from '@plenum/protocol/refusal';
import { attemptControl, type ControlAttempt, type ControlOrder } from './attempt-control.ts';
import type { ControlSender } from './bridge-requests.ts';
import { toInvalidRequest } from './reply-result.ts';

interface HouseCommand extends Omit<ControlOrder, 'command'> {
  /** `{Name: body}`, as on the local network. */
  readonly command: unknown;
}

/** The answer to the command; where it was refused as data, also that, and why there was no answer. */
type HouseOutcome = Omit<ControlAttempt, 'wasNotExecuted'>;

const toInvalid = (refusal: Refusal): HouseOutcome => ({ outcome: toInvalidRequest(refusal), refusal });

/**
 * Sends a command to a bridge for its owner, by the rules of Control at `/dev` (interface 4.4, "Availability"), addressed to the
 * component that it changes. The caller has checked that the bridge is the owner's.
 */
export const controlHouse = async (controls: ControlSender, order: HouseCommand): Promise<HouseOutcome> => {
  const command = checkCommand(order.command);
  if (!command.ok) return toInvalid(command.refusal);
  const [addressee] = addresseesOf(command.value);
  const address = checkAddress(command.value, { systemId: order.systemId, ...addressee! });
  if (!address.ok) return toInvalid(address.refusal);
  return attemptControl(controls, { ...order, command: command.value });
};
