import type { TestEngine } from '../../fixture/with-store.fixture.ts';
import { leastCost } from '../../identity/account/accounts.fixture.ts';
import { type ClimateCloud, startClimateCloud } from '../../start/climate-cloud.ts';
import type { ClimateCloudConfig } from '../../start/cloud-config.ts';
import { assertConforms } from './contract.fixture.ts';

const endpointKey = Buffer.alloc(32, 7).toString('base64');
const json = { 'content-type': 'application/json' };

/** Starts a whole cloud, in development mode unless stated otherwise. */
export async function startWholeCloud(
  engine: TestEngine,
  more: Pick<
    ClimateCloudConfig,
    'rate' | 'clock' | 'events' | 'development' | 'smtp' | 'push' | 'hosting'
  > = {},
) {
  const stack = new AsyncDisposableStack();
  const { place: store } = stack.use(await engine.createPlace());
  const config = { store, httpPort: 0, development: true, endpointKey, passwordCost: leastCost, ...more };
  const cloud = stack.use(await startClimateCloud(config));
  return { cloud, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const read = async (answer: Response) => {
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};

/** Signs a person up and calls the console on their behalf from a browser. */
export async function signUpOwner({ publicUrl }: ClimateCloud, email: string) {
  const answer = await fetch(`${publicUrl}/account/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'a quiet house by the sea' }),
  });
  const { accountId, formToken } = (await answer.json()) as { accountId: string; formToken: string };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const send = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
    fetch(publicUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...json, cookie, 'x-form-token': formToken, ...headers },
    });
  const post = async (...asked: Parameters<typeof send>) => {
    const posted = await read(await send(...asked));
    assertConforms('post', asked[0], posted);
    return posted;
  };
  const open = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(publicUrl + path, { headers });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const got = await read(await open(path, { cookie, ...headers }));
    assertConforms('get', path, got);
    return got;
  };
  return { accountId, cookie, send, post, open, get };
}

export type Owner = Awaited<ReturnType<typeof signUpOwner>>;
