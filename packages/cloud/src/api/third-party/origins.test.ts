import assert from 'node:assert/strict';
import { insertApp } from '../../delivery/house.fixture.ts';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createOriginReader } from './origins.ts';

withStore('the history of a bridge names the app and the account of a command', async (store) => {
  for (const id of ['ann', 'bob']) await insertAccount(store, id);
  for (const id of ['lights', 'blinds']) await insertApp(store, id);
  const read = createOriginReader(store.db, { now: () => 0 });
  const originOf = (accountId: string, clientId: string) =>
    read({ accountId, clientId, scopes: [], expiresAt: 1 });
  for (const [account, app] of [
    ['bob', 'blinds'],
    ['ann', 'lights'],
    ['ann', 'blinds'],
  ] as const)
    assert.deepEqual(await originOf(account, app), { app, account: `${account}@example.org` });
  assert.deepEqual(await originOf('nobody', 'nothing'), {});
});
