import { type ClimateCloud, type ClimateCloudConfig, startClimateCloud } from '../climate-cloud.ts';
import type { TestEngine } from '../fixture/with-store.fixture.ts';

const endpointKey = Buffer.alloc(32, 7).toString('base64');
const json = { 'content-type': 'application/json' };

/** A whole cloud in development mode. */
export const startWholeCloud = async (
  engine: TestEngine,
  more: Pick<ClimateCloudConfig, 'rate' | 'wall'> = {},
) => {
  const stack = new AsyncDisposableStack();
  const { place: store } = stack.use(await engine.createPlace());
  const config = { store, httpPort: 0, development: true, endpointKey, ...more };
  const cloud = stack.use(await startClimateCloud(config));
  return { cloud, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** Somebody signed up, who calls the console from a browser. */
export const signUpOwner = async ({ publicUrl }: ClimateCloud, email: string) => {
  const answer = await fetch(`${publicUrl}/account/sign-up`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'a quiet house by the sea' }),
  });
  const { accountId, formToken } = (await answer.json()) as { accountId: string; formToken: string };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const post = async (path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const called = await fetch(publicUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...json, cookie, 'x-form-token': formToken, ...headers },
    });
    const text = await called.text();
    return { status: called.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const open = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(publicUrl + path, { headers });
  return { accountId, cookie, formToken, post, open };
};

export type Owner = Awaited<ReturnType<typeof signUpOwner>>;
