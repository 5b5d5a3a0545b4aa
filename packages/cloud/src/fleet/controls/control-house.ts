import { addresseesOf, checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import type { Refusal } from '@plenum/protocol/refusal';
import type { ControlSender } from './bridge-requests.ts';
import { toInvalidRequest } from './reply-result.ts';
import { type Control, type SentControl, sendControl } from './send-control.ts';

const toInvalid = (refusal: Refusal): SentControl => ({
  outcome: toInvalidRequest(refusal),
  wasNotExecuted: true,
  refusal,
});

/**
 * Sends a command to a bridge for its owner, by the rules of Control at `/dev` (interface 4.4, "Availability"), addressed to the
 * component that it changes. The caller has checked that the bridge is the owner's.
 */
export const controlHouse = async (
  controls: ControlSender,
  control: Control<unknown>,
): Promise<SentControl> => {
  const command = checkCommand(control.command);
  if (!command.ok) return toInvalid(command.refusal);
  const [addressee] = addresseesOf(command.value);
  const address = checkAddress(command.value, { systemId: control.systemId, ...addressee! });
  if (!address.ok) return toInvalid(address.refusal);
  return sendControl(controls, { ...control, command: command.value });
};
