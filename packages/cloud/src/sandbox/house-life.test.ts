import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maxClockDifference } from '@plenum/platform';
import { until } from '@plenum/testbed/until';
import { sql } from 'kysely';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { openStore, type Store } from '../kernel/database/store.ts';
import { claimHouses, houseStoreErrors, lease, saveHouse, suspendAfter } from './house-store.ts';
import { isConnected, makeHouse, start, startSandboxNode } from './sandbox-node.fixture.ts';

/** Returns the stored operations. */
const readOperations = async ({ db }: Store) => {
  const rows = await db
    .selectFrom('sandbox_operation')
    .select(['number', 'operation'])
    .orderBy('number')
    .execute();
  return rows.map(({ number, operation }) => [number, operation]);
};

const readNumber = async ({ db }: Store) =>
  (await db.selectFrom('sandbox_house').select('state_number').executeTakeFirstOrThrow()).state_number;

const readNode = async ({ db }: Store) =>
  (await db.selectFrom('sandbox_house').select('node_id').executeTakeFirstOrThrow()).node_id;

/** Lets another node take all houses, and stop immediately without storing them. */
const visitAnotherNode = ({ db }: Store) =>
  db.updateTable('sandbox_house').set({ node_id: 'another', lease_until: 0 }).execute();

onEachStore('the life of a test house', (engine) => {
  it('numbers operations on from the stored copy, however the house is started', async () => {
    await using one = await start(engine);
    const { systemId, testUserId } = await makeHouse(one.sandbox);
    for (const word of ['a', 'b']) await one.houses.get(systemId)!.append(word);
    await one.node[Symbol.asyncDispose]();

    await using two = await startSandboxNode(one.place);
    await until('it runs', isConnected(two.node, systemId));
    assert.equal(await readNumber(two.store), 2);
    await two.houses.get(systemId)!.append('c');
    assert.deepEqual(await readOperations(two.store), [[3, 'c']]);

    two.clock.advance(suspendAfter + lease.renewal);
    // It has ended before its lease is given back.
    await until('it is suspended', async () => (await readNode(two.store)) === null);
    await two.sandbox.use(testUserId);
    await two.houses.get(systemId)!.append('d');
    assert.deepEqual(await readOperations(two.store), [[4, 'd']]);

    const before = two.houses.get(systemId)!;
    await visitAnotherNode(two.store);
    two.clock.advance(lease.renewal);
    await until('it runs again', async () => two.houses.get(systemId) !== before);
    await two.houses.get(systemId)!.append('e');
    assert.deepEqual(await readOperations(two.store), [
      [4, 'd'],
      [5, 'e'],
    ]);
    assert.deepEqual(two.houses.get(systemId)!.words(), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(two.errors, []);
  });

  it('starts a house whose operations have numbers of its copy, and logs what it lost', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    for (const word of ['a', 'b']) await one.houses.get(systemId)!.append(word);
    await one.node[Symbol.asyncDispose]();
    {
      // As they are stored if numbers begin at 1 again.
      await using store = await openStore(one.place);
      const operations = [
        [1, 'x'],
        [2, 'y'],
        [3, 'c'],
      ] as const;
      for (const [number, operation] of operations)
        await store.db
          .insertInto('sandbox_operation')
          .values({ system_id: systemId, number, operation })
          .execute();
    }
    await using two = await startSandboxNode(one.place);
    await until('it runs', isConnected(two.node, systemId));
    assert.deepEqual(two.errors, [{ systemId, count: 2, operations: ['x', 'y'] }]);
    await two.houses.get(systemId)!.append('d');
    assert.deepEqual(await readOperations(two.store), [[4, 'd']]);
    await two.node[Symbol.asyncDispose]();

    await using three = await startSandboxNode(one.place);
    await until('it runs', isConnected(three.node, systemId));
    assert.deepEqual(three.houses.get(systemId)!.words(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(three.errors, []);
  });

  it('does not replace a copy by one with earlier operations', async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const { store } = one;
    const { node_id: nodeId } = await store.db
      .selectFrom('sandbox_house')
      .select('node_id')
      .executeTakeFirstOrThrow();
    const save = (upTo: number) =>
      saveHouse(store, { systemId, nodeId: nodeId!, copy: { store: Buffer.from('[]'), upTo } });
    await save(5);
    await save(5);
    await assert.rejects(save(4), (error) => houseStoreErrors.is(error, 'outdated'));
    assert.equal(await readNumber(store), 5);
    await visitAnotherNode(store);
    await assert.rejects(save(6), (error) => houseStoreErrors.is(error, 'not-ours'));
  });

  it('suspends an unused house without giving back the others of its node', async () => {
    await using one = await start(engine);
    const { systemId: unused } = await makeHouse(one.sandbox);
    const { systemId: used } = await makeHouse(one.sandbox);
    const { db } = one.store;
    const set = db.updateTable('sandbox_house').set({ used_at: one.clock.now() - suspendAfter });
    await set.where('system_id', '=', unused).execute();
    const read = async () => {
      const rows = await db
        .selectFrom('sandbox_house')
        .select(['system_id', 'node_id', 'lease_until'])
        .execute();
      return new Map(rows.map((row) => [row.system_id, row]));
    };
    one.clock.advance(lease.renewal);
    await until('it is given back', async () => (await read()).get(unused)!.node_id === null);
    assert.equal((await read()).get(unused)!.lease_until, 0);
    const other = (await read()).get(used)!;
    assert.ok(other.node_id !== null && other.lease_until === one.clock.now() + lease.time);
    assert.deepEqual(
      [unused, used].map((each) => one.houses.get(each)!.isEnded()),
      [true, false],
    );
  });

  it('starts for a user who returns without its node taking the houses of others', async () => {
    await using one = await start(engine);
    const { systemId: other } = await makeHouse(one.sandbox);
    const { systemId, testUserId } = await makeHouse(one.sandbox);
    const before = one.houses.get(systemId)!;
    await visitAnotherNode(one.store);
    await one.sandbox.use(testUserId);
    assert.notEqual(one.houses.get(systemId), before);
    const rows = await one.store.db.selectFrom('sandbox_house').select(['system_id', 'node_id']).execute();
    assert.equal(rows.find((row) => row.system_id === other)!.node_id, 'another');
  });

  it('is stored after 15 minutes, even if an earlier one of its node cannot be stored', async () => {
    await using one = await start(engine);
    const { systemId: first } = await makeHouse(one.sandbox);
    const { systemId: second } = await makeHouse(one.sandbox);
    const { db } = one.store;
    const readNumbers = async () => {
      const rows = await db.selectFrom('sandbox_house').select(['system_id', 'state_number']).execute();
      return new Map(rows.map((row) => [row.system_id, row.state_number]));
    };
    one.clock.advance(14 * 60_000 + 30_000);
    for (const each of [first, second]) await one.houses.get(each)!.append('a');
    assert.equal((await readNumbers()).get(second), 0);
    // A copy with later operations than those of the house, which it must not replace.
    await db.updateTable('sandbox_house').set({ state_number: 9 }).where('system_id', '=', first).execute();
    one.clock.advance(30_000);
    await until('the second house is stored', async () => (await readNumbers()).get(second) === 1);
    assert.equal((await readNumbers()).get(first), 9);
  });

  it('is given to one of two nodes that claim it at the same moment', {
    skip: engine.name === 'sqlite' && 'only nodes on PostgreSQL share a store',
  }, async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    const now = one.clock.now() + lease.time;
    await using other = await openStore(one.place);
    let second: Promise<readonly string[]> | undefined;
    const first = await other.transaction('full', async ({ db }) => {
      const claimed = await claimHouses(db, { nodeId: 'one', now, usedAfter: 0 });
      second = claimHouses(one.store.db, { nodeId: 'two', now, usedAfter: 0 });
      await until('the second claim waits for the first', async () => {
        const waiting = sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await waiting.execute(db)).rows[0]!.n > 0;
      });
      return claimed;
    });
    assert.deepEqual([first, await second], [[systemId], []]);
  });

  it('is taken from a node whose lease was renewed before the clock of the machine went back', async () => {
    await using one = await start(engine);
    const { systemId, testUserId } = await makeHouse(one.sandbox);
    const claim = async (leaseUntil: number) => {
      const row = { node_id: 'another', lease_until: leaseUntil };
      await one.store.db.updateTable('sandbox_house').set(row).execute();
      return claimHouses(one.store.db, { nodeId: 'one', now: one.clock.now(), usedAfter: 0 });
    };
    const longest = one.clock.now() + lease.time + maxClockDifference;
    assert.deepEqual(await claim(longest), []);
    assert.deepEqual(await claim(longest + 1), [systemId]);
    const before = one.houses.get(systemId)!;
    const row = { node_id: 'another', lease_until: longest + 1 };
    await one.store.db.updateTable('sandbox_house').set(row).execute();
    await one.sandbox.use(testUserId);
    assert.notEqual(one.houses.get(systemId), before);
  });

  it('runs again immediately after a crash if no other process can have the store', {
    skip: engine.name === 'postgres' && 'other nodes may have the houses until their leases end',
  }, async () => {
    await using one = await start(engine);
    const { systemId } = await makeHouse(one.sandbox);
    await one.houses.get(systemId)!.append('a');
    await one.node[Symbol.asyncDispose]();
    {
      await using store = await openStore(one.place);
      const until = one.clock.now() + lease.time;
      await store.db.updateTable('sandbox_house').set({ node_id: 'crashed', lease_until: until }).execute();
    }
    await using two = await startSandboxNode(one.place);
    await until('it runs', isConnected(two.node, systemId));
    assert.deepEqual(two.houses.get(systemId)!.words(), ['a']);
  });

  it('starts a house again from what is stored if its lease had ended while it ran', async () => {
    await using one = await start(engine);
    const { systemId, testUserId } = await makeHouse(one.sandbox);
    const before = one.houses.get(systemId)!;
    await before.append('a');
    await one.store.db
      .insertInto('sandbox_operation')
      .values({ system_id: systemId, number: 2, operation: 'by another node' })
      .execute();
    await visitAnotherNode(one.store);
    await one.sandbox.use(testUserId);
    assert.equal(before.isEnded(), true);
    assert.deepEqual(one.houses.get(systemId)!.words(), ['a', 'by another node']);
    await assert.rejects(before.append('late'), (error) => houseStoreErrors.is(error, 'not-ours'));
  });
});
