import assert from 'node:assert/strict';
import { createLinkedApps } from '../../../delivery/outbox/linked-apps.ts';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../../fleet/bridge/account.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../../account/secret.ts';
import { insertApp, insertItem } from '../oauth-rows.fixture.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createGrants } from './grants.ts';
import { mayAllow, readTestAccounts } from './test-mode.ts';

/** Dev and Eve are developers with an app, test keys and a test user each. Ann is a real user. */
const open = async (store: Store) => {
  for (const name of ['ann', 'dev', 'eve', 'dev-user', 'eve-user']) await insertAccount(store, name);
  for (const developer of ['dev', 'eve']) {
    await insertApp(store, `${developer}-app`, { owner: developer });
    await insertApp(store, `${developer}-test`, { owner: developer });
    await store.db
      .updateTable('app')
      .set({ live_client_id: `${developer}-app` })
      .where('client_id', '=', `${developer}-test`)
      .execute();
    await store.db
      .insertInto('test_user')
      .values({
        account_id: `${developer}-user`,
        developer_account_id: developer,
        name: 'Ann',
        created_at: 0,
      })
      .execute();
  }
  for (const accountId of ['ann', 'dev', 'dev-user', 'eve-user'])
    for (const clientId of ['dev-app', 'dev-test', 'eve-app', 'eve-test', 'registered']) {
      const of = { accountId, clientId, grantId: `${accountId} ${clientId}` };
      const payload = { scope: 'query-control' };
      await insertItem(store.db, {
        kind: 'AccessToken',
        idHash: hashSecret(`${accountId} ${clientId}`),
        ...of,
        payload,
      });
      await insertItem(store.db, {
        kind: 'RefreshToken',
        idHash: `${accountId} ${clientId}`,
        ...of,
        payload,
      });
    }
};

const live = ['dev-app', 'eve-app', 'registered'];
const expected: Readonly<Record<string, readonly string[]>> = {
  ann: live,
  dev: live,
  'dev-user': ['dev-test'],
  'eve-user': ['eve-test'],
};

const clients = [...live, 'dev-test', 'eve-test'];

withStore('accepts an access token only if its keys and its account are of one kind', async (store) => {
  await open(store);
  const tokens = createAccessTokens(store, { now: () => 0, onRevoked: () => () => {} });
  for (const [accountId, allowed] of Object.entries(expected))
    for (const clientId of clients) {
      const holder = await tokens.identify(`${accountId} ${clientId}`);
      assert.equal(holder !== undefined, allowed.includes(clientId), `${accountId} ${clientId}`);
      if (holder !== undefined) assert.equal(holder.isTest ?? false, clientId.endsWith('-test'));
    }
});

withStore('follows a link between an app and an account only if both are of one kind', async (store) => {
  await open(store);
  const { db } = store;
  const linked = createLinkedApps(() => 0);
  const found = await linked.clientsOf(db, Object.keys(expected));
  for (const [accountId, allowed] of Object.entries(expected))
    assert.deepEqual(found.get(accountId)?.toSorted(), allowed.toSorted(), accountId);
  assert.deepEqual(await linked.accountsOf(db, 'dev-test'), ['dev-user']);
  assert.deepEqual((await linked.accountsOf(db, 'dev-app')).toSorted(), ['ann', 'dev']);
  assert.deepEqual(
    [...(await linked.filterLinked(db, 'dev-test', Object.keys(expected))).keys()],
    ['dev-user'],
  );
  const listed = await createGrants(store, () => 0).listApps('dev-user');
  assert.deepEqual(
    listed.map(({ clientId }) => clientId),
    ['dev-test'],
  );
});

withStore('ends the access to the test users of a developer whose password is changed', async (store) => {
  await open(store);
  const grants = createGrants(store, () => 0);
  const tokens = createAccessTokens(store, { now: () => 0, onRevoked: () => () => {} });
  await store.transaction('full', (tx) => grants.endAll(tx, { accountId: 'dev', address: '192.0.2.1' }));
  const left = async (token: string) => (await tokens.identify(token)) !== undefined;
  assert.equal(await left('dev eve-app'), false);
  assert.equal(await left('dev-user dev-test'), false);
  assert.equal(await left('eve-user eve-test'), true);
  assert.equal(await left('ann dev-app'), true);
  assert.deepEqual(await grants.listApps('dev-user'), []);
});

withStore('allows a consent only between keys and an account of one kind', async (store) => {
  await open(store);
  for (const [accountId, allowed] of Object.entries(expected))
    for (const clientId of clients)
      assert.equal(
        await mayAllow(store.db, { accountId, clientId }),
        allowed.includes(clientId),
        `${accountId} ${clientId}`,
      );
});

withStore(
  'shows in a test message the houses of the developer, or for test keys of the test users',
  async (store) => {
    await open(store);
    const accounts = await Promise.all([...clients, 'nobody'].map((id) => readTestAccounts(store.db, id)));
    assert.deepEqual(accounts, [['dev'], ['eve'], [], ['dev-user'], ['eve-user'], []]);
  },
);
