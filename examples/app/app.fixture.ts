import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExampleApp, startExampleApp } from './app.ts';
import { startCloud, type TestCloud } from './cloud.fixture.ts';

/** The secret that signs messages to the app under test. */
export const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
export const kitchen = (Setpoint: number, Name = 'Kitchen') => ({
  componentId: '123456789_hvac_zone_1',
  datagram: { Index: 1, Name, Mode: 3, Setpoint, Temp: 2310 },
});
export const event = (...devices: object[]) => ({
  requestId: '11111111-0000-4000-8000-000000000001',
  requestType: 'Event',
  requestBody: { devices },
});
export const sync = (user: string) => ({
  requestId: '11111111-0000-4000-8000-000000000002',
  requestType: 'Sync',
  userId: user,
});

/** Creates a browser without scripts that keeps its cookie and does not follow redirects. */
export function createBrowser({ url }: ExampleApp) {
  let cookie = '';
  const go = async (path: string, { method = 'GET', origin }: { method?: string; origin?: string } = {}) => {
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { cookie, ...(origin !== undefined && { origin }) },
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0]!;
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const locationOf = async (path: string, origin = url) =>
    (await go(path, { method: 'POST', origin })).headers.get('location') ?? '';
  return { go, locationOf, cookie: () => cookie };
}

export type Browser = ReturnType<typeof createBrowser>;

/** Starts the app and a cloud in a temporary folder. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-example-'));
  const stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const cloud = stack.use(await startCloud());
  cloud.components = [kitchen(2250)] as never;
  const tokenFile = join(folder, 'kept', 'tokens.json');
  const begin = () =>
    startExampleApp({
      cloud: cloud.url,
      clientId: 'my-app',
      endpointSecrets: () => [secret],
      tokenFile,
      port: 0,
    });
  const app = stack.use(await begin());
  return { cloud, app, begin, tokenFile, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Connects a house as a user who allows all requested scopes. */
export async function connect(browser: Browser, cloud: TestCloud) {
  const back = cloud.allow(await browser.locationOf('/connect'));
  return browser.go(`/callback?${back}`);
}

/** Opens a page that waits for server-sent events. */
export async function openStream({ url }: ExampleApp, browser: Browser) {
  const [, version] = /data-version="(.+?)"/.exec((await browser.go('/')).text)!;
  const stream = await fetch(`${url}/live?since=${version}`, { headers: { cookie: browser.cookie() } });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  return async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      text += value ?? '';
      const found = pattern.exec(text);
      if (found !== null) return found;
      assert.equal(done, false, `the stream ended without ${pattern}`);
    }
  };
}
