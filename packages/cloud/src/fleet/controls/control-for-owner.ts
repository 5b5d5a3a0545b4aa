import { addresseesOf, checkAddress } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import type { Refusal } from '@plenum/protocol/refusal';
import type { ControlSender } from './bridge-requests.ts';
import { toInvalidRequest } from './failure.ts';
import { type Control, type SentControl, sendControl } from './send-control.ts';

const toInvalid = (refusal: Refusal): SentControl => ({
  result: toInvalidRequest(refusal),
  wasNotExecuted: true,
  refusal,
});

/**
 * Sends a command to a bridge on behalf of the owner. The command is addressed to the component that it changes.
 * Follows the rules of Control at `/dev` (interface 4.4, "Availability"). The caller must have checked that the account
 * owns the bridge.
 */
export async function controlForOwner(
  controls: ControlSender,
  control: Control<unknown>,
): Promise<SentControl> {
  const command = checkCommand(control.command);
  if (!command.ok) return toInvalid(command.refusal);
  const [addressee] = addresseesOf(command.value);
  const address = checkAddress(command.value, { systemId: control.systemId, ...addressee! });
  if (!address.ok) return toInvalid(address.refusal);
  return sendControl(controls, { ...control, command: command.value });
}
