import { type Result, toSentence } from '@plenum/protocol/refusal';

/** Returns the value of a result; throws its refusal. */
export function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(toSentence(result.refusal));
  return result.value;
}
