import { requestAsApp } from '@plenum/testbed/app-request';
import type { Device } from './judge.ts';
import type { Person } from './people.ts';

/** The response to a request of an app. */
export interface AppAnswer {
  readonly result: string;
  /** Status and sentence, or the reason why there was no response. */
  readonly reason: string;
  /** The components in the response to a Discover. */
  readonly devices: readonly Device[] | undefined;
}

/** Sends a request of the app of a person; a response that does not come has the result `none`. */
export async function requestAs(url: string, { tokens }: Person, body: object): Promise<AppAnswer> {
  try {
    const answer = await requestAsApp({ url, token: tokens.access }, body);
    const { status, result, detail = '', devices } = answer;
    // Ids differ in each response.
    const reason = `${status} ${result} ${detail}`.replace(/\b[0-9a-f-]{36}\b|\b\d{9}\b/g, '…');
    return { result, reason, devices };
  } catch (error) {
    const { name } = error as Error;
    return { result: 'none', reason: `no response from the cloud (${name})`, devices: undefined };
  }
}

/** Reads the components that a person sees; `undefined` if the cloud does not respond. */
export async function readDevices(url: string, person: Person): Promise<readonly Device[] | undefined> {
  const { devices } = await requestAs(url, person, { requestType: 'Discover' });
  return devices;
}

/** Gets new tokens for the app of a person. */
export async function refreshTokens(url: string, person: Person): Promise<void> {
  const form = {
    client_id: person.app.clientId,
    grant_type: 'refresh_token',
    refresh_token: person.tokens.refresh,
  };
  const answer = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`${person.name}: ${answer.status} ${await answer.text()}`);
  const given = (await answer.json()) as { access_token: string; refresh_token: string };
  person.tokens = { access: given.access_token, refresh: given.refresh_token };
}
