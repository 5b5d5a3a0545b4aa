import { type Result, toSentence } from '@plenum/protocol/refusal';
import { BridgeError } from './bridge-error.ts';

/** Returns the value of a successful check; throws its refusal. @throws BridgeError `invalid` */
export function orThrow<T>(checked: Result<T>): T {
  if (checked.ok) return checked.value;
  const { refusal } = checked;
  throw new BridgeError('invalid', toSentence(refusal), { refusal });
}
