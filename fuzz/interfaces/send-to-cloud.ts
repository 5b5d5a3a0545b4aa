import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { assertPublic } from '../internal-text.ts';
import { assertAnswered, type Exchanged, exchange, toBytes } from './exchange.ts';
import type { HttpCase } from './requests.ts';
import type { FuzzedCloud } from './start-cloud.ts';

/** The request id of the examples. A cloud repeats its answer to a repeated id, so each request gets another one. */
const exampleId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';

/** Creates a source address for each hundred requests, because a cloud limits the refusals of an address. */
const createAddresses = () => {
  let count = 0;
  return () => {
    const n = Math.floor(count++ / 100);
    return `127.${1 + (n % 200)}.${Math.floor(n / 200) % 250}.${1 + (Math.floor(n / 50_000) % 250)}`;
  };
};

/**
 * Sends the requests of a case and resolves to the responses; none may be a 500, or contain an internal text or one of
 * the secrets.
 */
export function createSender({ port }: Pick<FuzzedCloud, 'port'>, secrets: readonly string[]) {
  const nextAddress = createAddresses();
  return async (given: HttpCase): Promise<readonly Exchanged[]> => {
    const responses: Exchanged[] = [];
    for (const bytes of 'bytes' in given ? [given.bytes] : given.requests.map(toBytes)) {
      const fresh = Buffer.from(
        bytes.toString('latin1').replaceAll(exampleId, () => randomUUID()),
        'latin1',
      );
      const response = await exchange(port, fresh, { from: nextAddress(), isWhole: 'requests' in given });
      if ('requests' in given) assertAnswered(bytes, response);
      assert.ok(!response.statuses.includes(500), response.text.slice(0, 500));
      assertPublic(response.text, secrets);
      responses.push(response);
    }
    return responses;
  };
}

/** Signs up with a new account; returns the headers of the session. */
export async function signUp(url: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: `${randomUUID()}@example.org`, password: randomUUID() });
  const answer = await fetch(`${url}/account/sign-up`, { method: 'POST', headers, body });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const account = (await (await fetch(`${url}/account`, { headers: { cookie } })).json()) as {
    formToken: string;
  };
  return { Cookie: cookie, 'X-Form-Token': account.formToken };
}
