import { type Result, toSentence } from '@plenum/protocol/refusal';
import { BridgeError } from './bridge-error.ts';

/** Returns the value of a check that was made before anything is sent. @throws BridgeError `invalid` */
export const orThrow = <T>(checked: Result<T>): T => {
  if (checked.ok) return checked.value;
  const { refusal } = checked;
  throw new BridgeError('invalid', toSentence(refusal), { refusal });
};
