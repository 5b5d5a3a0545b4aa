import assert from 'node:assert/strict';
import type { Updateable } from 'kysely';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { readAccess, readNextEnd, readViewers } from './access.ts';
import { insertAccount, insertGuest } from './account.fixture.ts';
import type { OwnershipChange } from './ownership.ts';
import { pairBridge, releaseBridges } from './pair.ts';
import { readBridges, readKey, renameBridge, spendToken } from './store.ts';

const none = { ownershipChanged: [] };
const [home, flat] = ['000000001', '000000002'];

/** Ann owns a home and Bob a flat. Bob has access to the home until 1,000 ms. */
const open = async (store: Store) => {
  for (const name of ['ann', 'bob', 'kim']) await insertAccount(store, name);
  const pair = (systemId: string, accountId: string, now: number) =>
    store.transaction('full', (tx) =>
      pairBridge(tx, { systemId, accountId, keyId: systemId, jwk: { x: systemId }, now }, none),
    );
  await pair(home, 'ann', 7);
  await pair(flat, 'bob', 8);
  await insertGuest(store, { systemId: home, accountId: 'bob', until: 1_000 });
  const change = (values: Updateable<Tables['bridge_member']>) =>
    store.db.updateTable('bridge_member').set(values).execute();
  const access = (accountId: string, systemId = home, now = 999) =>
    readAccess(store.db, { accountId, systemId, now });
  return { db: store.db, pair, change, access };
};

withStore(
  'gives owners full access to a bridge, guests their granted access until it expires, and other accounts none',
  async (store) => {
    const { access, change } = await open(store);
    assert.deepEqual(await access('ann'), { access: 'owner', until: undefined });
    assert.deepEqual(await access('bob'), { access: 'view', until: 1_000 });
    assert.equal(await access('bob', home, 1_000), undefined);
    assert.equal(await access('kim'), undefined);
    assert.equal(await access('ann', flat), undefined);
    assert.deepEqual(await access('bob', flat), { access: 'owner', until: undefined });
    await change({ access: 'manage', until: null });
    assert.deepEqual(await access('bob', home, 1_000_000), { access: 'manage', until: undefined });
  },
);

withStore(
  'a guest has no access before accepting the invitation, nor after the bridge is paired again',
  async (store) => {
    const { access, change } = await open(store);
    await change({ account_id: null });
    assert.equal(await access('bob'), undefined);
    await change({ account_id: 'bob', paired_at: 6 });
    assert.equal(await access('bob'), undefined);
    await change({ paired_at: 7 });
    assert.ok(await access('bob'));
    await change({ account_id: 'ann' });
    assert.deepEqual(await access('ann'), { access: 'owner', until: undefined }, 'the owner is not a guest');
  },
);

withStore(
  'lists the owner and the current guests of a bridge as the accounts that can see it',
  async (store) => {
    const { db } = await open(store);
    const viewers = async (ids: readonly string[], now: number) =>
      [...(await readViewers(db, ids, now))].map(([id, all]) => [id, ...all.toSorted()]).toSorted();
    assert.deepEqual(await viewers([home, flat], 999), [
      [home, 'ann', 'bob'],
      [flat, 'bob'],
    ]);
    assert.deepEqual(await viewers([home], 1_000), [[home, 'ann']]);
    assert.deepEqual(await viewers([flat], 0), [[flat, 'bob']]);
    assert.deepEqual(await viewers(['000000009'], 0), []);
    await db.updateTable('bridge').set({ account_id: null }).where('system_id', '=', home).execute();
    assert.deepEqual(
      await viewers([home, flat], 999),
      [[flat, 'bob']],
      'a bridge without an owner is hidden from everybody',
    );
  },
);

withStore('reads the earliest time at which an account loses access to a bridge', async (store) => {
  const { db, pair } = await open(store);
  const next = (accountId: string, now = 0) => readNextEnd(db, { accountId, now });
  assert.deepEqual([await next('ann'), await next('bob'), await next('kim')], [undefined, 1_000, undefined]);
  await pair('000000003', 'kim', 9);
  await insertGuest(store, { systemId: '000000003', accountId: 'bob', until: 500 });
  assert.deepEqual(
    [await next('bob'), await next('bob', 500), await next('bob', 1_000)],
    [500, 1_000, undefined],
  );
});

withStore("lists an account's own and shared bridges, ordered by id", async (store) => {
  const { db } = await open(store);
  const read = (accountId: string, now: number) => readBridges(db, { accountId, now });
  assert.deepEqual(
    (await read('bob', 999)).map(({ systemId, accountId, owner, access, until }) => [
      ...[systemId, accountId, owner, access, until],
    ]),
    [
      [home, 'ann', 'ann@example.org', 'view', 1_000],
      [flat, 'bob', 'bob@example.org', 'owner', undefined],
    ],
  );
  assert.deepEqual(
    (await read('bob', 1_000)).map(({ systemId }) => systemId),
    [flat],
  );
});

withStore(
  'owners and guests with the right to manage can rename a house, and other houses keep their names',
  async (store) => {
    const { db, change } = await open(store);
    const rename = (accountId: string, name: string, now = 0) =>
      renameBridge(db, { accountId, systemId: home, name, now });
    const names = async () =>
      (await db.selectFrom('bridge').select('name').orderBy('system_id').execute()).map(({ name }) => name);
    assert.equal(await rename('bob', 'Mine'), false);
    await change({ access: 'control' });
    assert.equal(await rename('bob', 'Mine'), false);
    await change({ access: 'manage' });
    assert.equal(await rename('bob', 'Mine', 1_000), false, 'access has ended');
    assert.equal(await rename('bob', 'Elm Street'), true);
    assert.deepEqual(await names(), ['Elm Street', `Bridge ${flat}`]);
    assert.equal(await rename('ann', 'Home'), true);
    assert.deepEqual(await names(), ['Home', `Bridge ${flat}`]);
  },
);

withStore('releasing a bridge notifies and removes its guests and deletes its key', async (store) => {
  const { db, access } = await open(store);
  const told: OwnershipChange[] = [];
  const listeners = { ownershipChanged: [async (_: unknown, one: OwnershipChange) => void told.push(one)] };
  assert.deepEqual(await readKey(db, home), { keyId: home, jwk: { x: home }, accountId: 'ann' });
  const released = await store.transaction('full', (tx) =>
    releaseBridges(tx, { accountId: 'ann' }, listeners),
  );
  assert.deepEqual(released, [{ systemId: home, epoch: 1, guests: ['bob'] }]);
  assert.deepEqual(told, [
    { systemId: home, accountId: 'ann', what: 'released' },
    { systemId: home, accountId: 'bob', what: 'unshared' },
  ]);
  assert.equal(await readKey(db, home), undefined);
  assert.equal(await access('bob'), undefined);
  assert.equal((await db.selectFrom('bridge_member').selectAll().execute()).length, 0);
  assert.ok(await readKey(db, flat), 'another house is unchanged');
});

withStore('a bridge cannot use the same token twice', async (store) => {
  const spend = (systemId: string, jti: string) => spendToken(store.db, { systemId, jti, expiresAt: 1 });
  assert.deepEqual(
    [await spend(home, 'a'), await spend(home, 'a'), await spend(flat, 'a'), await spend(home, 'b')],
    [true, false, true, true],
  );
});
