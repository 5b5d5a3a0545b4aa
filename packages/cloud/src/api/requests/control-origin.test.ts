import assert from 'node:assert/strict';
import { insertApp } from '../../delivery/house.fixture.ts';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createOriginReader } from './control-origin.ts';

withStore(
  'sends the names of the app and the account with a command, for the history of the bridge',
  async (store) => {
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
  },
);

withStore(
  'reads the name of an app again after a minute, and after the clock was set back',
  async (store) => {
    await insertAccount(store, 'ann');
    await insertApp(store, 'lights');
    let now = 100_000;
    const read = createOriginReader(store.db, { now: () => now });
    const nameAt = async (instant: number) => {
      now = instant;
      return (await read({ accountId: 'ann', clientId: 'lights', scopes: [], expiresAt: 1 })).app;
    };
    const rename = (name: string) => store.db.updateTable('app').set({ name }).execute();
    assert.equal(await nameAt(100_000), 'lights');
    await rename(`All  of\tthe\nlights ${'x'.repeat(300)}`);
    assert.equal(await nameAt(159_999), 'lights');
    assert.equal(await nameAt(160_000), `All of the lights ${'x'.repeat(182)}`);
    await rename('Lights');
    assert.equal(await nameAt(160_000), `All of the lights ${'x'.repeat(182)}`);
    assert.equal(await nameAt(159_999), 'Lights');
  },
);

withStore(
  'uses only the account name, or only the app name, if the app or the account does not exist',
  async (store) => {
    await insertAccount(store, 'ann');
    await insertApp(store, 'lights');
    const read = createOriginReader(store.db, { now: () => 0 });
    const of = { scopes: [], expiresAt: 1 };
    assert.deepEqual(await read({ ...of, accountId: 'ann', clientId: 'x' }), { account: 'ann@example.org' });
    assert.deepEqual(await read({ ...of, accountId: 'x', clientId: 'lights' }), { app: 'lights' });
  },
);
