import { BridgeError } from '@plenum/client';
import { type Refusal, refuse } from '@plenum/protocol/refusal';

/** Converts an error of the bridge behind ours to a refusal; rethrows any other error. */
export function toRefusal(error: unknown, command: string): Refusal {
  if (!(error instanceof BridgeError)) throw error;
  if (error.refusal !== undefined) return error.refusal;
  if (error.wasNotSent) return refuse('not-wanted').refusal;
  const told = error.message.replace(/\.$/, '');
  switch (error.code) {
    case 'refused':
      return refuse('refused-behind', { facts: { why: told } }).refusal;
    case 'busy':
      return refuse('busy-behind', { facts: { reason: 'told', told } }).refusal;
    case 'unverified':
      return refuse('unconfirmed', { facts: { command, why: told } }).refusal;
    case 'unsupported':
      return refuse('not-available', { facts: { what: 'named', name: command, reason: 'told', told } })
        .refusal;
    default:
      return refuse('unreachable', { facts: { why: told } }).refusal;
  }
}
