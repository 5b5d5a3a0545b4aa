import assert from 'node:assert/strict';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../../fleet/bridge/account.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { insertApp, insertItem } from '../oauth-rows.fixture.ts';
import { createGrants } from './grants.ts';
import type { AppGrant } from './revocation.ts';

const address = '192.0.2.1';

/**
 * Ann and Bob allowed Dev's apps "lights" and "blinds", and Ann also allowed an app of Bob's. Each consent has tokens.
 */
const open = async (store: Store) => {
  const { db } = store;
  let now = 1_000;
  for (const name of ['ann', 'bob', 'dev']) await insertAccount(store, name);
  await insertApp(store, 'lights', { owner: 'dev', name: 'Lights' });
  await insertApp(store, 'blinds', { owner: 'dev', name: 'Blinds' });
  await insertApp(store, 'own', { owner: 'bob', name: 'Own' });
  const allow = async (accountId: string, clientId: string, suffix = '') => {
    const grantId = `${accountId} ${clientId}${suffix}`;
    const link = { accountId, clientId };
    await insertItem(db, { kind: 'Grant', idHash: grantId, ...link });
    await insertItem(db, { kind: 'RefreshToken', idHash: `refresh ${grantId}`, grantId, ...link });
    await insertItem(db, { kind: 'AccessToken', idHash: `access ${grantId}`, grantId, ...link });
  };
  await allow('ann', 'lights');
  await allow('ann', 'blinds');
  await allow('ann', 'own');
  await allow('bob', 'lights');
  const grants = createGrants(store, () => now);
  const unlinked: AppGrant[] = [];
  grants.onUnlink(async (_, link) => void unlinked.push(link));
  let revocations = 0;
  const unlisten = grants.onRevoked(() => revocations++);
  const rest = async () => {
    const rows = await db.selectFrom('authorization_item').select('id_hash').orderBy('id_hash').execute();
    return rows.map(({ id_hash }) => id_hash);
  };
  const itemsOf = (...grantIds: string[]) =>
    grantIds.flatMap((id) => [id, `access ${id}`, `refresh ${id}`]).toSorted();
  /** Returns the entries of the audit log, sorted. */
  const recorded = async () => {
    const rows = await db.selectFrom('audit').selectAll().execute();
    return rows.map((row) => [row.act, row.account_id, row.address, JSON.parse(row.facts)]).toSorted();
  };
  return {
    db,
    grants,
    allow,
    unlinked,
    unlisten,
    rest,
    itemsOf,
    recorded,
    revocations: () => revocations,
    setTime: (instant: number) => {
      now = instant;
    },
    inTransaction: <T>(work: Parameters<typeof store.transaction<T>>[1]) => store.transaction('full', work),
  };
};

withStore(
  'lists the apps of an account by name, each of them once, while a refresh token is valid',
  async (store) => {
    const { db, grants, allow, setTime } = await open(store);
    await allow('ann', 'lights', ' again');
    assert.deepEqual(await grants.listApps('ann'), [
      { accountId: 'ann', clientId: 'blinds', name: 'Blinds' },
      { accountId: 'ann', clientId: 'lights', name: 'Lights' },
      { accountId: 'ann', clientId: 'own', name: 'Own' },
    ]);
    assert.deepEqual(await grants.listApps('bob'), [
      { accountId: 'bob', clientId: 'lights', name: 'Lights' },
    ]);
    assert.deepEqual(await grants.listApps('dev'), []);
    await db
      .updateTable('authorization_item')
      .set({ consumed_at: 1 })
      .where('id_hash', '=', 'refresh ann blinds')
      .execute();
    const names = async () => (await grants.listApps('ann')).map(({ name }) => name);
    assert.deepEqual(await names(), ['Lights', 'Own']);
    setTime(999_999);
    assert.deepEqual(await names(), ['Lights', 'Own']);
    setTime(1_000_000);
    assert.deepEqual(await names(), []);
  },
);

withStore('revokes all consents of an app for one account', async (store) => {
  const { grants, allow, unlinked, rest, itemsOf, revocations, unlisten, recorded } = await open(store);
  await allow('ann', 'lights', ' again');
  const link = { accountId: 'ann', clientId: 'lights' };
  assert.equal(await grants.unlink(link, address), true);
  assert.deepEqual(await rest(), itemsOf('ann blinds', 'ann own', 'bob lights'));
  assert.deepEqual(unlinked, [link, link]);
  assert.equal(revocations(), 2);
  const record = ['app-unlinked', 'ann', address, { clientId: 'lights', by: 'owner' }];
  assert.deepEqual(await recorded(), [record, record]);
  unlisten();
  assert.equal(await grants.unlink(link, address), false);
  assert.equal(await grants.unlink({ accountId: 'bob', clientId: 'lights' }, address), true);
  assert.equal(revocations(), 2, 'an unsubscribed listener is not called');
});

withStore(
  'revokes all access to an account when its password changes, including unused codes',
  async (store) => {
    const { db, grants, unlinked, rest, itemsOf, revocations, inTransaction, recorded } = await open(store);
    await insertItem(db, {
      kind: 'AuthorizationCode',
      idHash: 'pending',
      accountId: 'ann',
      clientId: 'lights',
    });
    await insertItem(db, {
      kind: 'AuthorizationCode',
      idHash: 'of bob',
      accountId: 'bob',
      clientId: 'lights',
    });
    await inTransaction(async (tx) => {
      await grants.endAll(tx, { accountId: 'ann', address });
      assert.equal(revocations(), 0, 'listeners are called after it is stored');
    });
    assert.deepEqual(await rest(), [...itemsOf('bob lights'), 'of bob'].toSorted());
    assert.deepEqual(unlinked.map(({ clientId }) => clientId).toSorted(), ['blinds', 'lights', 'own']);
    assert.ok(revocations() > 0);
    assert.deepEqual(
      (await recorded()).map(([, , , facts]) => facts.by),
      ['password', 'password', 'password'],
    );
  },
);

withStore('announces the revocation of an unused code', async (store) => {
  const { db, grants, rest, revocations, inTransaction } = await open(store);
  await db.deleteFrom('authorization_item').execute();
  await insertItem(db, {
    kind: 'AuthorizationCode',
    idHash: 'pending',
    accountId: 'ann',
    clientId: 'lights',
  });
  await inTransaction((tx) => grants.endAll(tx, { accountId: 'ann', address }));
  assert.deepEqual([await rest(), revocations()], [[], 1]);
});

withStore("revokes the access of a deleted account's own apps to other accounts", async (store) => {
  const { grants, unlinked, rest, itemsOf, inTransaction } = await open(store);
  await inTransaction((tx) => grants.removeAccount(tx, { accountId: 'bob', address }));
  assert.deepEqual(await rest(), itemsOf('ann blinds', 'ann lights'));
  assert.deepEqual(unlinked.map(({ accountId, clientId }) => `${accountId} ${clientId}`).toSorted(), [
    'ann own',
    'bob lights',
  ]);
  await inTransaction((tx) => grants.removeAccount(tx, { accountId: 'dev', address }));
  assert.deepEqual(await rest(), []);
});

withStore('uses a single-use consent up once', async (store) => {
  const { grants, unlinked, rest, itemsOf, revocations, inTransaction } = await open(store);
  const spend = () => inTransaction((tx) => grants.spend(tx, 'ann own'));
  assert.equal(await spend(), true);
  assert.equal(revocations(), 1);
  assert.deepEqual(await rest(), itemsOf('ann blinds', 'ann lights', 'bob lights'));
  assert.equal(await spend(), false);
  assert.deepEqual(unlinked, [], 'the app keeps its access');
});
