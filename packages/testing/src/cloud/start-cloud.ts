import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import { checkOptions, checkValue, type Rules } from '../given.ts';
import { duringCall, expectEnd, lineThatCalled, startUnattended } from '../unattended.ts';
import { createApp, scopesRule } from './apps.ts';
import { openGate } from './gate.ts';
import { loadCloud } from './load-cloud.ts';
import { createPairing, pairings } from './pairing.ts';
import type { CloudClock, StartCloudOptions, TestCloud, TestUser } from './test-cloud.ts';

/** Hashes the passwords of test users, which are public, as fast as possible. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Time that the cloud waits for a house that does not answer a control, in ms: less than usual, as nothing is far away. */
const controlWithin = 3_000;

const rules: Rules<StartCloudOptions> = { scopes: scopesRule };

/** Starts the parts of a cloud: its server, and the gate through which its houses reach it. */
const startParts = async () => {
  const { startClimateCloud } = await loadCloud();
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
  return { gate, running, stack: stack.move() };
};
type Parts = Awaited<ReturnType<typeof startParts>>;

const toDate = (at: number) => new Date(at).toISOString();
/** The last instant that a date can have, in ms UTC. */
const lastInstant = 8_640_000_000_000_000;

const createClock = ({ running }: Parts, refuseIfOver: () => void): CloudClock => {
  const { now, step, moveTo, setScale } = running.testClock!;
  const move = (work: () => Promise<void>) => {
    refuseIfOver();
    return duringCall(work);
  };
  return {
    now,
    step: async (duration) => move(() => step(1_000 * toSeconds(duration))),
    set: async (at) => {
      const isRight = (value: unknown) => Number.isInteger(value) && (value as number) <= lastInstant;
      checkValue('clock.set', 'the instant', at, {
        isRight,
        expected: 'ms UTC, such as Date.now() + 60_000',
      });
      if (at < now()) throw testingFailures.error('clock-back', { now: toDate(now()) });
      await move(() => moveTo(at));
    },
    scale: async (scale) => {
      const isRight = (value: unknown) => Number.isFinite(value) && (value as number) >= 0;
      checkValue('clock.scale', 'the scale', scale, {
        isRight,
        expected: 'seconds per real second, 0 or more',
      });
      await move(() => setScale(scale));
    },
  };
};

/**
 * Starts a cloud in this process, with its data in a temporary folder. Dispose of it after the test (`await using`),
 * and after its houses. It needs the package `@plenum/cloud`. Throws one of `testingFailures` or `cloudFailures`.
 * @example
 * await using cloud = await startCloud();
 * await using house = await startHouse({ cloud });
 * const { components } = await cloud.client.discover();
 */
export async function startCloud(options: StartCloudOptions = {}): Promise<TestCloud> {
  const line = lineThatCalled(startCloud);
  checkOptions('startCloud', options, rules);
  const parts = await startUnattended(startParts);
  const { gate, running, stack } = parts;
  const { publicUrl: url } = running;
  const development = running.development!;
  const { clientId, redirectUri, email, password } = development;
  let isOver = false;
  const refuseIfOver = () => {
    if (isOver) throw testingFailures.error('over', { what: 'cloud' });
  };
  const end = async () => {
    if (isOver) return;
    isOver = true;
    attended();
    await stack.disposeAsync();
  };
  const attended = expectEnd({ what: 'cloud', line, [Symbol.asyncDispose]: end });

  const user: TestUser = { email, password };
  const users = new Set([user]);
  let apps = 1;
  const deps = { url, development, users, refuseIfOver };
  const app = createApp(deps, { clientId, redirectUri });
  const access = await duringCall(() => app.allow(options)).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const cloud: TestCloud = {
    ...access,
    url,
    app,
    user,
    clock: createClock(parts, refuseIfOver),
    addUser: async () => {
      refuseIfOver();
      const added: TestUser = { email: `user-${users.size + 1}@plenum.local`, password };
      users.add(added);
      await duringCall(() => development.addAccount(added));
      return added;
    },
    addApp: async () => {
      refuseIfOver();
      const number = ++apps;
      const added = { clientId: `plenum-test-app-${number}`, redirectUri };
      await duringCall(() => development.addApp({ ...added, name: `Test app ${number}` }));
      return createApp(deps, added);
    },
    addEndpoint: app.addEndpoint,
    openInbox: app.openInbox,
    setReachable: (isReachable) => {
      refuseIfOver();
      checkValue('setReachable', 'the argument', isReachable, {
        isRight: (value) => typeof value === 'boolean',
        expected: 'true or false',
      });
      gate.setOpen(isReachable);
    },
    [Symbol.asyncDispose]: end,
  };
  pairings.set(cloud, createPairing({ users, adopt: development.adopt, url: gate.url, refuseIfOver }));
  return cloud;
}
