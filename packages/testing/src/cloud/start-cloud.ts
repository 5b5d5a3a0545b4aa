import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectCloud } from '@plenum/client';
import { toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import { openGate } from './gate.ts';
import { openInbox } from './inbox.ts';
import { pairings } from './pairing.ts';
import type { StartCloudOptions, TestCloud } from './test-cloud.ts';

/** Hashes the password of the test user, which is public, as fast as possible. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Time that the cloud waits for a house that does not answer a control, in ms: less than usual, as nothing is far away. */
const controlWithin = 3_000;

/** Exchanges a code for tokens (interface 5.2). */
const exchangeCode = async (url: string, clientId: string, code: string) => {
  const body = new URLSearchParams({ client_id: clientId, grant_type: 'authorization_code', code });
  const answer = await fetch(`${url}/token`, { method: 'POST', body });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  if (!answer.ok) throw testingFailures.error('refused', { why: JSON.stringify(tokens) });
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
};

/**
 * Starts a cloud in this process, with its data in a temporary folder. Dispose of it after the test (`await using`),
 * and after its houses. Throws one of `testingFailures` or `cloudFailures`.
 * @example
 * await using cloud = await startCloud();
 * await using house = await startHouse({ cloud });
 * const { components } = await cloud.client.discover();
 */
export const startCloud = async ({
  scopes = ['query-control'],
}: StartCloudOptions = {}): Promise<TestCloud> => {
  // Loaded only here: most tests need a house and no cloud.
  const { startClimateCloud } = await import('@plenum/cloud');
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'plenum-testing-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const gate = stack.use(await openGate());
  const running = stack.use(
    await startClimateCloud({
      store: { dataDir, isTemporary: true },
      httpPort: 0,
      otherUrls: [gate.url],
      development: true,
      isAnnounced: true,
      passwordCost,
      controlWithin,
      hosting: async () => (await import('@plenum/bridge/hosted')).hosting,
    }),
  );
  gate.leadTo(running.http.port);
  const { publicUrl: url, development, testClock } = running;
  const { now, step, moveTo, setScale } = testClock!;
  const { clientId, redirectUri, email, password, allowApp, addEndpoint, adopt } = development!;
  const tokens = await exchangeCode(url, clientId, await allowApp(scopes));
  const end = stack.move();
  const cloud: TestCloud = {
    url,
    app: { clientId, redirectUri },
    user: { email, password },
    tokens,
    clock: {
      now,
      step: async (duration) => step(1_000 * toSeconds(duration)),
      set: async (at) => {
        if (at < now()) throw testingFailures.error('clock-back', { now: new Date(now()).toISOString() });
        await moveTo(at);
      },
      scale: setScale,
    },
    client: connectCloud({ url, tokens, app: { clientId } }),
    addEndpoint,
    openInbox: () => openInbox(addEndpoint),
    setReachable: gate.setOpen,
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
  pairings.set(cloud, async (bridge) => {
    await adopt(bridge);
    return gate.url;
  });
  return cloud;
};
