import { check } from '../check/check.ts';
import type { Field } from '../field/field.ts';
import { isRecord } from '../json/is-record.ts';
import { type Result, refuse } from '../refusal/refusal.ts';
import { type CloudRequest, type CloudRequestType, cloudRequests, requestId } from './envelopes.ts';

const names = Object.keys(cloudRequests) as CloudRequestType[];

/**
 * Checks a parsed body of `POST /dev` (interface 4.3). Unknown members are refused. Does not check the command inside a
 * Control.
 */
export function checkCloudRequest(body: unknown): Result<CloudRequest> {
  if (!isRecord(body)) return refuse('not-an-object', { facts: { expected: 'a request' } });
  const type = Object.hasOwn(body, 'requestType') ? body.requestType : undefined;
  const name = names.find((each) => each === type);
  if (name !== undefined) return check(cloudRequests[name] as Field, body) as Result<CloudRequest>;
  if (type === undefined) return refuse('missing-key', { facts: { key: 'requestType' } });
  return refuse('not-a-choice', { path: ['requestType'], input: type, facts: { choices: names } });
}

/** Returns the `requestId` of an unchecked body if it is a UUID, so that the refusal can echo it. */
export function requestIdOf(body: unknown): string | undefined {
  if (!isRecord(body) || !Object.hasOwn(body, 'requestId')) return undefined;
  const checked = check(requestId, body.requestId);
  return checked.ok ? checked.value : undefined;
}
