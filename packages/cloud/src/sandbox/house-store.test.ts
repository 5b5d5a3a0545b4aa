import assert from 'node:assert/strict';
import { maxClockDifference } from '@plenum/platform';
import { insertHouse } from '../delivery/house.fixture.ts';
import { withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import type { Store } from '../kernel/database/store.ts';
import {
  claimHouses,
  keepEntries,
  lease,
  readHouse,
  readUnused,
  releaseHouses,
  renewLeases,
  saveHouse,
  touchHouses,
} from './house-store.ts';

const now = 1_000_000_000;
const usedAfter = now - 1_000;
const listeners = { componentsChanged: [], ownershipChanged: [] };
const [one, two, three] = ['900000001', '900000002', '900000003'] as const;

/** Opens a store with three houses of test users of one developer. */
const open = async (store: Store) => {
  const { db } = store;
  await insertAccount(store, 'dev');
  for (const systemId of [one, two, three]) {
    await insertHouse(store, { systemId, accountId: `user ${systemId}`, listeners });
    await db
      .insertInto('test_user')
      .values({ account_id: `user ${systemId}`, developer_account_id: 'dev', name: 'x', created_at: 0 })
      .execute();
    await db
      .insertInto('sandbox_house')
      .values({
        system_id: systemId,
        house: '{"name":"Hut"}',
        scale: 3,
        created_at: 0,
        used_at: now,
        node_id: null,
        lease_until: 0,
        state: null,
        state_number: 0,
      })
      .execute();
  }
  return {
    claim: async (nodeId: string, more: object = {}) =>
      [...(await claimHouses(db, { nodeId, now, usedAfter, ...more }))].toSorted(),
    set: (systemId: string, row: object) =>
      db.updateTable('sandbox_house').set(row).where('system_id', '=', systemId).execute(),
    ownerOf: async (systemId: string) => {
      const row = await db
        .selectFrom('sandbox_house')
        .select(['node_id', 'lease_until'])
        .where('system_id', '=', systemId)
        .executeTakeFirstOrThrow();
      return [row.node_id, row.lease_until];
    },
  };
};

withStore('gives each house to one node, for the time of a lease', async (store) => {
  const { claim, ownerOf } = await open(store);
  assert.deepEqual(await claim('a', { systemId: two }), [two]);
  assert.deepEqual(await ownerOf(two), ['a', now + lease.time]);
  assert.deepEqual(await claim('b'), [one, three]);
  assert.deepEqual(await claim('a'), []);
  assert.deepEqual(await claim('b', { now: now + lease.time - 1 }), []);
  assert.deepEqual(await claim('c', { now: now + lease.time, systemId: two }), [two]);
});

withStore(
  'gives no house away that was not used lately, and one leased before the clock went back',
  async (store) => {
    const { claim, set } = await open(store);
    await set(one, { used_at: usedAfter });
    await set(two, { used_at: usedAfter + 1 });
    await set(three, { node_id: 'gone', lease_until: now + lease.time + maxClockDifference });
    assert.deepEqual(await claim('a'), [two]);
    await set(three, { lease_until: now + lease.time + maxClockDifference + 1 });
    assert.deepEqual(await claim('a'), [three]);
  },
);

withStore('renews and releases the houses of one node only', async (store) => {
  const { claim, ownerOf } = await open(store);
  await claim('a', { systemId: one });
  await claim('a', { systemId: two });
  await claim('b', { systemId: three });
  const later = now + 500;
  assert.deepEqual([...(await renewLeases(store.db, { nodeId: 'a', now: later }))].toSorted(), [one, two]);
  assert.deepEqual(await ownerOf(one), ['a', later + lease.time]);
  assert.deepEqual(await ownerOf(three), ['b', now + lease.time]);
  await releaseHouses(store.db, { nodeId: 'a', systemId: three });
  assert.deepEqual(await ownerOf(three), ['b', now + lease.time], 'another node has it');
  await releaseHouses(store.db, { nodeId: 'a', systemId: one });
  assert.deepEqual([await ownerOf(one), (await ownerOf(two))[0]], [[null, 0], 'a']);
  await releaseHouses(store.db, { nodeId: 'a' });
  assert.deepEqual([(await ownerOf(two))[0], (await ownerOf(three))[0]], [null, 'b']);
  await releaseHouses(store.db, {});
  assert.deepEqual(await ownerOf(three), [null, 0]);
});

withStore('finds the unused houses of a node, and marks houses as used by their user', async (store) => {
  const { claim, set } = await open(store);
  await claim('a', { systemId: one });
  await claim('a', { systemId: two });
  await claim('b', { systemId: three });
  await set(one, { used_at: usedAfter });
  await set(two, { used_at: usedAfter + 1 });
  await set(three, { used_at: usedAfter });
  assert.deepEqual(await readUnused(store.db, { nodeId: 'a', usedAfter }), [one]);
  const touch = (systemId: string, at: number) =>
    touchHouses(store.db, { accountId: `user ${systemId}`, now }, at);
  assert.deepEqual(await touch(one, now), [], 'a node has it');
  assert.deepEqual(await readUnused(store.db, { nodeId: 'a', usedAfter }), []);
  assert.deepEqual(await readUnused(store.db, { nodeId: 'b', usedAfter }), [three], 'of another user');
  assert.deepEqual(await touch(three, now + lease.time), [three], 'its lease has ended');
});

withStore('returns what a house stored: its copy, and the operations since', async (store) => {
  const { claim } = await open(store);
  await claim('a');
  const ref = { systemId: one, nodeId: 'a' };
  const about = { developerId: 'dev', house: { name: 'Hut' }, timeScale: 3 };
  assert.deepEqual(await readHouse(store.db, ref), { ...about, kept: undefined, lost: [] });
  assert.equal(await readHouse(store.db, { ...ref, nodeId: 'b' }), undefined);
  const entries = [3, 1, 2].map((number) => ({ number, text: `operation ${number}` }));
  const inOrder = entries.toSorted((a, b) => a.number - b.number);
  await keepEntries(store, { ...ref, entries });
  await keepEntries(store, { systemId: two, nodeId: 'a', entries: inOrder });
  const copy = (upTo: number) => ({ store: Buffer.from(`copy ${upTo}`), upTo });
  await saveHouse(store, { ...ref, copy: copy(0) });
  const first = await readHouse(store.db, ref);
  assert.equal(Buffer.from(first!.kept!.store).toString(), 'copy 0');
  assert.deepEqual([first!.kept!.upTo, first!.kept!.since, first!.lost], [0, inOrder, []]);
  await saveHouse(store, { ...ref, copy: copy(2) });
  const second = await readHouse(store.db, ref);
  assert.deepEqual([second!.kept!.upTo, second!.kept!.since], [2, inOrder.slice(2)]);
  const count = await store.db.selectFrom('sandbox_operation').select('system_id').execute();
  assert.equal(count.filter(({ system_id }) => system_id === two).length, 3, 'those of other houses stay');
  // Numbers that the copy already includes were given twice.
  await keepEntries(store, { ...ref, entries: inOrder.slice(1, 2) });
  assert.deepEqual((await readHouse(store.db, ref))!.lost, inOrder.slice(1, 2));
});

withStore('stores nothing of a house that another node has, and no copy that is older', async (store) => {
  const { claim } = await open(store);
  await claim('a');
  const copy = (upTo: number) => ({ store: Buffer.from('copy'), upTo });
  const save = (nodeId: string, upTo: number) =>
    saveHouse(store, { systemId: one, nodeId, copy: copy(upTo) });
  await save('a', 2);
  await save('a', 2);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'stored',
      (error: unknown) => (error as { code: string }).code,
    );
  assert.equal(await codeOf(save('a', 1)), 'outdated');
  assert.equal(await codeOf(save('b', 3)), 'not-ours');
  const entries = [{ number: 3, text: 'x' }];
  assert.equal(await codeOf(keepEntries(store, { systemId: one, nodeId: 'b', entries })), 'not-ours');
  assert.equal(await codeOf(keepEntries(store, { systemId: '900000009', nodeId: 'a', entries })), 'not-ours');
  const kept = (await readHouse(store.db, { systemId: one, nodeId: 'a' }))!.kept!;
  assert.deepEqual([kept.upTo, kept.since], [2, []]);
});
