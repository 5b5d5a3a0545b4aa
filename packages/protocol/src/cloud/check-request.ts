import { check } from '../check/check.ts';
import type { Field } from '../field/field.ts';
import { isRecord } from '../json/is-record.ts';
import { type Result, refuse } from '../refusal/refusal.ts';
import { type CloudRequest, type CloudRequestType, cloudRequests, requestId } from './envelopes.ts';

const names = Object.keys(cloudRequests) as CloudRequestType[];

/** Checks a parsed body of `POST /dev` (interface 4.3), closed. The command of a Control is not looked into. */
export const checkCloudRequest = (body: unknown): Result<CloudRequest> => {
  if (!isRecord(body)) return refuse('not-an-object', { facts: { expected: 'a request' } });
  const type = Object.hasOwn(body, 'requestType') ? body.requestType : undefined;
  const name = names.find((each) => each === type);
  if (name !== undefined) return check(cloudRequests[name] as Field, body) as Result<CloudRequest>;
  if (type === undefined) return refuse('missing-key', { facts: { key: 'requestType' } });
  return refuse('not-a-choice', { path: ['requestType'], input: type, facts: { choices: names } });
};

/** The `requestId` of a body that may be anything, where it is a UUID: to be echoed in the answer that refuses it. */
export const requestIdOf = (body: unknown): string | undefined => {
  if (!isRecord(body) || !Object.hasOwn(body, 'requestId')) return undefined;
  const checked = check(requestId, body.requestId);
  return checked.ok ? checked.value : undefined;
};
