import assert from 'node:assert/strict';
import { type Refusal, type Result, readRefusal, toRefusalText, toSentence } from '@plenum/protocol/refusal';

/** Asserts that a refusal has a complete sentence, and that it can be sent as data without becoming another one. */
export function assertRefusal(refusal: Refusal): void {
  const sentence = toSentence(refusal);
  assert.ok(sentence.length > 0);
  assert.doesNotMatch(sentence, /\[object Object\]/);
  const read = readRefusal(JSON.parse(toRefusalText(refusal)) as unknown);
  if (read !== undefined) assert.equal(read.code, refusal.code);
}

/** Asserts that a result is a refusal with a complete sentence, unless the input was accepted; returns whether it was. */
export function assertReadOrRefused(result: Result<unknown>): boolean {
  if (!result.ok) assertRefusal(result.refusal);
  return result.ok;
}
