import { randomBytes, randomUUID } from 'node:crypto';
import { machineOf } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { isRefused, type RecordOf, type Refused, refuseRequest } from '@plenum/protocol/console';
import { toNearSentence } from '@plenum/protocol/derive';
import { pairHosted } from '../fleet/bridge/pair.ts';
import type { ChangeListeners } from '../fleet/component/change-listeners.ts';
import type { DirectSharing } from '../fleet/sharing/direct-sharing.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import type { Accounts } from '../identity/account/accounts.ts';
import { toDummyHash } from '../identity/account/password/password.ts';
import type { Actor } from '../identity/account/shape.ts';
import { toTestUserAddress } from '../identity/account/test-user-address.ts';
import type { Grants } from '../identity/oauth/token/grants.ts';
import type { Db, Transaction } from '../kernel/database/store.ts';
import { invisible } from '../kernel/http/invisible.ts';
import { suspendAfter, touchHouses } from './house-store.ts';
import { type Houses, type HousesDeps, startHouses } from './houses.ts';
import type { HouseChoice } from './port.ts';
import { createShareHouses, type ShareHouses } from './share-house.ts';
import { countStep } from './step-budget.ts';
import { createListUsers, selectHouses, selectUser } from './test-users.ts';

type TestUser = RecordOf<'TestUser'>;
type TestHouse = RecordOf<'TestHouse'>;

/** A house to give to a test user. */
export interface HouseDraft extends HouseChoice {
  readonly timeScale: number;
}

/** Test users of developers, and their houses, which this cloud simulates. */
export interface Sandbox extends ShareHouses, AsyncDisposable {
  list(developerId: string): Promise<readonly TestUser[]>;
  makeUser(developer: Actor, name: string): Promise<TestUser | Refused>;
  removeUser(developer: Actor, testUserId: string): Promise<true | Refused>;
  /** Revokes all access of test keys to a test user. */
  unlink(
    developer: Actor,
    grant: { readonly testUserId: string; readonly clientId: string },
  ): Promise<true | Refused>;
  /** Creates a house and starts it. */
  makeHouse(developer: Actor, testUserId: string, draft: HouseDraft): Promise<TestHouse | Refused>;
  removeHouse(developer: Actor, systemId: string): Promise<true | Refused>;
  /** Returns true if a house belongs to a test user of a developer. */
  hasHouse(developerId: string, systemId: string): Promise<boolean>;
  hasUser(developerId: string, testUserId: string): Promise<boolean>;
  /** Changes the speed of a house unless the houses of the developer would be too fast; `apply` changes its clock. */
  changeScale<Value>(
    of: { readonly developerId: string; readonly systemId: string; readonly scale: number },
    apply: () => Promise<Value>,
  ): Promise<Value | Refused>;
  /** Steps the clock of a house, unless the developer has stepped too far; `apply` does it. */
  stepClock<Value>(
    of: { readonly developerId: string; readonly seconds: number },
    apply: () => Promise<Value>,
  ): Promise<Value | Refused>;
  /** Sends a request to the simulation of a house, which has `within` ms to reply. */
  readonly simulate: Houses['simulate'];
  /** Call when an app uses a test user: postpones that its houses are suspended, and starts those that are. */
  use(accountId: string): Promise<void>;
  /** Number of houses that this node simulates. */
  size(): number;
}

export interface SandboxDeps extends Omit<HousesDeps, 'uplinks'> {
  readonly accounts: Pick<Accounts, 'audit' | 'removeWithin'>;
  readonly grants: Pick<Grants, 'listApps' | 'unlink'>;
  readonly uplinks: Pick<Uplinks, 'connectHosted' | 'release' | 'readPresence'>;
  readonly sharing: DirectSharing;
  readonly listeners: ChangeListeners;
}

const maxNameLength = 50;
/** Interval at which the use of a house is stored, in ms. It is short compared with the time until it is suspended. */
const useEvery = 3_600_000;

/** Locks a developer's account until the transaction ends, so that two requests cannot both pass a limit. */
const lockDeveloper = async (db: Db, developerId: string): Promise<void> => {
  await db.selectFrom('account').select('id').where('id', '=', developerId).forNoKeyUpdate().execute();
};

/** Returns a refusal if the houses of a node would be too fast in total. */
const checkNode = async (
  db: Db,
  nodeId: string,
  { scale, except = '' }: { readonly scale: number; readonly except?: string },
): Promise<Refused | undefined> => {
  const { total } = await db
    .selectFrom('sandbox_house')
    .select(({ fn }) => fn.sum<number | string | null>('scale').as('total'))
    .where('node_id', '=', nodeId)
    .where('system_id', '<>', except)
    .executeTakeFirstOrThrow();
  const { most } = limits.nodeTestSpeed;
  return Number(total) + scale > most
    ? refuseRequest('node-houses-too-fast', { facts: { most } })
    : undefined;
};

/** Returns a refusal if a developer's houses, or those of a node, would be too many or too fast in total. */
const checkTotals = async (
  db: Db,
  developerId: string,
  of: { readonly scale: number; readonly nodeId: string | null; readonly except?: string },
): Promise<Refused | undefined> => {
  const { scale, nodeId, except } = of;
  const rows = await selectHouses(db, developerId)
    .select(['sandbox_house.system_id', 'sandbox_house.scale'])
    .execute();
  const others = rows.filter(({ system_id }) => system_id !== except);
  if (except === undefined && others.length >= limits.testHouses.most)
    return refuseRequest('too-many-test-houses', { facts: { most: limits.testHouses.most } });
  const total = others.reduce((sum, each) => sum + each.scale, scale);
  if (total > limits.testSpeed.most)
    return refuseRequest('test-houses-too-fast', { facts: { most: limits.testSpeed.most } });
  return nodeId === null ? undefined : checkNode(db, nodeId, of);
};

/** Runs work for a key once earlier work for the same key has ended. */
const createQueues = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
};

/** Creates the row of a house under a system id that no other bridge has. */
const insertHouse = async (
  tx: Transaction,
  of: { readonly accountId: string; readonly name: string; readonly house: object; readonly scale: number },
  { now, listeners }: { readonly now: number; readonly listeners: ChangeListeners },
): Promise<string> => {
  const { accountId, name, house, scale } = of;
  for (;;) {
    // As a bridge chooses it: without a leading zero, because some responses contain it as a number.
    const systemId = String(100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000));
    if (!(await pairHosted(tx, { systemId, accountId, name, now }, listeners))) continue;
    await tx.db
      .insertInto('sandbox_house')
      .values({
        system_id: systemId,
        house: JSON.stringify(house),
        scale,
        created_at: now,
        used_at: now,
        node_id: null,
        lease_until: 0,
        state: null,
        state_number: 0,
      })
      .execute();
    return systemId;
  }
};

export async function startSandbox(deps: SandboxDeps): Promise<Sandbox> {
  const { store, hosting, accounts, grants, uplinks, sharing, listeners, nodeId } = deps;
  const { clock } = deps;
  const { audit } = accounts;
  const houses: Houses = await startHouses(deps);

  const list = createListUsers({ ...deps, now: clock.now });
  const hasHouse: Sandbox['hasHouse'] = async (developerId, systemId) =>
    (await selectHouses(store.db, developerId)
      .select('sandbox_house.system_id')
      .where('sandbox_house.system_id', '=', systemId)
      .executeTakeFirst()) !== undefined;

  const hasUser: Sandbox['hasUser'] = async (developerId, testUserId) =>
    (await selectUser(store.db, developerId, testUserId).executeTakeFirst()) !== undefined;

  const inQueue = createQueues();
  const changeScale: Sandbox['changeScale'] = async ({ developerId, systemId, scale }, apply) => {
    const write = (db: Db, value: number) =>
      db.updateTable('sandbox_house').set({ scale: value }).where('system_id', '=', systemId).execute();
    const before = await store.transaction('full', async ({ db }) => {
      await lockDeveloper(db, developerId);
      const row = await db
        .selectFrom('sandbox_house')
        .select(['scale', 'node_id'])
        .where('system_id', '=', systemId)
        .executeTakeFirst();
      if (row === undefined) return refuseRequest('no-such-test-house', { facts: { systemId } });
      // A house can always become slower, even if the houses of its node are too fast since it took over others.
      if (scale <= row.scale) return row.scale;
      const refused = await checkTotals(db, developerId, { scale, nodeId: row.node_id, except: systemId });
      if (refused !== undefined) return refused;
      await write(db, scale);
      return row.scale;
    });
    if (typeof before !== 'number') return before;
    const result = await apply();
    if (!isRefused(result)) await write(store.db, scale);
    // If the house did not answer, it may have either speed.
    else if (result.refusal.facts.bridge === undefined) await write(store.db, before);
    return result;
  };

  const stepClock: Sandbox['stepClock'] = async ({ developerId, seconds }, apply) => {
    const count = (amount: number) =>
      store.transaction('full', async ({ db }) => {
        await lockDeveloper(db, developerId);
        // The limit protects the processors of nodes, so it keeps the time of the machine.
        return countStep(db, developerId, { seconds: amount, now: machineOf(clock).now() });
      });
    const wait = await count(seconds);
    if (wait > 0)
      return refuseRequest('too-many-test-steps', { facts: { seconds: Math.ceil(wait / 1_000) } });
    const result = await apply();
    // The house did nothing, unless it did not answer.
    if (isRefused(result) && result.refusal.facts.bridge === undefined) await count(-seconds);
    return result;
  };
  /** Postpones that the houses of an account are suspended, and starts those that are. */
  const wake = async (accountId: string) => {
    const viewer = { accountId, now: clock.now() };
    for (const systemId of await touchHouses(store.db, viewer, machineOf(clock).now()))
      await houses.start(systemId);
  };
  /** Time of the last use of each test user's houses, if that is less than `useEvery` ago. */
  const used = new Map<string, number>();
  const use: Sandbox['use'] = async (accountId) => {
    const now = clock.now();
    if ((used.get(accountId) ?? -Infinity) > now - useEvery) return;
    used.set(accountId, now);
    for (const [id, at] of used) if (at <= now - useEvery) used.delete(id);
    await wake(accountId);
  };

  return {
    list,
    hasHouse,
    use,
    hasUser,
    // The house is started when it is shared, because the next use of its guest may not be stored (`useEvery`).
    ...createShareHouses({ store, sharing, audit, onShared: wake }),
    unlink: async ({ accountId: developerId, address }, { testUserId, clientId }) => {
      if (!(await hasUser(developerId, testUserId)))
        return refuseRequest('no-such-test-user', { facts: { testUserId } });
      const isUnlinked = await grants.unlink({ accountId: testUserId, clientId }, address);
      return isUnlinked || refuseRequest('no-such-app');
    },
    size: houses.size,
    simulate: houses.simulate,
    makeUser: ({ accountId: developerId, address }, given) => {
      const name = given.normalize('NFC').trim();
      if (name === '' || [...name].length > maxNameLength || invisible.test(name))
        return Promise.resolve(refuseRequest('test-user-malformed', { facts: { most: maxNameLength } }));
      // Loaded now, so that the first house, which needs it, does not have to wait.
      hosting().catch(() => {});
      return store.transaction('full', async ({ db }) => {
        await lockDeveloper(db, developerId);
        const { count } = await db
          .selectFrom('test_user')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('developer_account_id', '=', developerId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= limits.testUsers.most)
          return refuseRequest('too-many-test-users', { facts: { most: limits.testUsers.most } });
        const [id, now] = [randomUUID(), clock.now()];
        const email = toTestUserAddress(id);
        await db
          .insertInto('account')
          .values({ id, email, email_key: email, password: toDummyHash(), created_at: now })
          .execute();
        await db
          .insertInto('test_user')
          .values({ account_id: id, developer_account_id: developerId, name, created_at: now })
          .execute();
        const facts = { testUserId: id };
        await audit.record(db, { act: 'test-user-made', accountId: developerId, address, facts });
        return { testUserId: id, name, createdAt: now, houses: [], shared: [], apps: [] };
      });
    },
    removeUser: (developer, testUserId) =>
      store.transaction('full', async (tx) => {
        const { accountId, address } = developer;
        const found = await selectUser(tx.db, accountId, testUserId).forUpdate().executeTakeFirst();
        if (found === undefined) return refuseRequest('no-such-test-user', { facts: { testUserId } });
        await accounts.removeWithin(tx, { accountId: testUserId, address });
        await audit.record(tx.db, { act: 'test-user-removed', accountId, address, facts: { testUserId } });
        return true;
      }),
    makeHouse: async (developer, testUserId, { timeScale: scale, ...choice }) => {
      const { accountId: developerId, address } = developer;
      const file = (await hosting()).toHouseFile(choice);
      if (!file.ok) return refuseRequest('house-malformed', { facts: { why: toNearSentence(file.refusal) } });
      const house = file.value;
      const now = clock.now();
      const made = await store.transaction('full', async (tx) => {
        const { db } = tx;
        await lockDeveloper(db, developerId);
        if ((await selectUser(db, developerId, testUserId).executeTakeFirst()) === undefined)
          return refuseRequest('no-such-test-user', { facts: { testUserId } });
        const refused = await checkTotals(db, developerId, { scale, nodeId });
        if (refused !== undefined) return refused;
        const about = { accountId: testUserId, name: house.name, house, scale };
        const systemId = await insertHouse(tx, about, { now, listeners });
        const facts = { testUserId, systemId };
        await audit.record(db, { act: 'test-house-made', accountId: developerId, address, facts });
        return systemId;
      });
      if (typeof made !== 'string') return made;
      await houses.start(made);
      return {
        systemId: made,
        name: house.name,
        scale,
        createdAt: now,
        suspendsAt: now + suspendAfter,
        isPresent: houses.has(made),
      };
    },
    removeHouse: async (developer, systemId) => {
      const { accountId: developerId, address } = developer;
      const removed = await store.transaction('full', async (tx) => {
        const row = await selectHouses(tx.db, developerId)
          .select('bridge.account_id')
          .where('sandbox_house.system_id', '=', systemId)
          .executeTakeFirst();
        if (row === undefined) return refuseRequest('no-such-test-house', { facts: { systemId } });
        await uplinks.release(tx, { accountId: row.account_id!, address }, systemId);
        const facts = { systemId };
        await audit.record(tx.db, { act: 'test-house-removed', accountId: developerId, address, facts });
        return true;
      });
      if (removed === true) await houses.end(systemId);
      return removed;
    },
    // In turn, because the stored speed must be the one that the house got last.
    stepClock,
    changeScale: (of, apply) => inQueue(of.systemId, () => changeScale(of, apply)),
    [Symbol.asyncDispose]: () => houses[Symbol.asyncDispose](),
  };
}
