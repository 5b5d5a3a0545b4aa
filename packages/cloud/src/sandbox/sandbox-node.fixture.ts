import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { isRefused } from '@plenum/protocol/console';
import type { TestEngine } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { startSharing } from '../fleet/sharing/sharing.ts';
import { type Node, startNode } from '../fleet/uplink/node.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { createAccounts } from '../identity/account/accounts.ts';
import { createGrants } from '../identity/oauth/token/grants.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import { createMemoryBus } from '../kernel/bus/memory-bus.ts';
import type { StorePlace } from '../kernel/database/store.ts';
import { type Log, silent } from '../kernel/log/log.ts';
import { createFakeHosting } from './hosting.fixture.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

export const dev = { accountId: 'dev', address: '192.0.2.1' };
export const eve = { accountId: 'eve', address: '192.0.2.2' };
export const draft = { house: 'demo', timeScale: 1 };

/** Starts a node with test users, whose clock only the test moves. */
export async function startSandboxNode(
  place: StorePlace,
  bus: Bus = createMemoryBus({ clock: systemClock, log: silent }),
) {
  const errors: object[] = [];
  const log: Log = { ...silent, error: (facts) => void errors.push(facts as object) };
  const clock = createFakeClock();
  const { hosting, houses } = createFakeHosting();
  const listeners = { componentsChanged: [], ownershipChanged: [] };
  let sandbox: Sandbox | undefined;
  let accounts: ReturnType<typeof createAccounts> | undefined;
  const node = await startNode({
    place,
    bus,
    listeners,
    log,
    addTo: async ({ deps, modules }, uplinks) => {
      accounts = createAccounts(deps.store, clock, { cost: leastCost });
      accounts.beforeRemoval(async (tx, owner) => void (await uplinks.release(tx, owner)));
      const grants = createGrants(deps.store, clock.now);
      const sharing = modules.use(startSharing({ ...deps, bus, clock, listeners }));
      const own = { ...deps, bus, clock, accounts, grants, uplinks, sharing, listeners };
      sandbox = modules.use(await startSandbox({ ...own, hosting: async () => hosting }));
    },
  });
  return {
    node,
    clock,
    houses,
    /** The facts of the errors that it has logged. */
    errors,
    sandbox: sandbox!,
    accounts: accounts!,
    store: node.cloud.store,
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  };
}

/** Starts a node with two developers, on its own store. */
export async function start(engine: TestEngine, bus?: Bus) {
  const stack = new AsyncDisposableStack();
  const { place } = stack.use(await engine.createPlace());
  const one = stack.use(await startSandboxNode(place, bus));
  for (const name of ['dev', 'eve']) await insertAccount(one.store, name);
  return { ...one, place, stack, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Returns what was done; throws if it was refused. */
export function done<Value>(result: Value): Exclude<Value, { readonly ok: false }> {
  if (isRefused(result)) throw new Error(result.refusal.code);
  return result as never;
}
export const codeOf = (result: unknown) => (isRefused(result) ? result.refusal.code : undefined);

export async function makeHouse(sandbox: Sandbox) {
  const user = done(await sandbox.makeUser(dev, 'Ann'));
  const house = done(await sandbox.makeHouse(dev, user.testUserId, draft));
  return { ...user, ...house };
}

export const isConnected =
  ({ uplinks }: Node, systemId: string) =>
  async () =>
    (await uplinks.isPresent(systemId)) === true;
