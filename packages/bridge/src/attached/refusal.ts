import { BridgeError } from '@plenum/client';
import { type Refusal, refuse } from '@plenum/protocol/refusal';

/** What went wrong with the bridge behind ours, as our doors say it; an error of another kind is thrown on. */
export const toRefusal = (error: unknown, what: string): Refusal => {
  if (!(error instanceof BridgeError)) throw error;
  if (error.refusal !== undefined) return error.refusal;
  const said = error.message.replace(/\.$/, '');
  switch (error.code) {
    case 'refused':
      return refuse('refused-behind', { facts: { why: said } }).refusal;
    case 'unverified':
    case 'unsupported':
      return refuse('not-available', { facts: { what, why: `the bridge behind this one says: ${said}` } })
        .refusal;
    default:
      return refuse('unreachable', { facts: { why: said } }).refusal;
  }
};
