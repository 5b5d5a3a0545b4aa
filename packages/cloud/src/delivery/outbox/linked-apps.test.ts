import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { insertItem } from '../../identity/oauth/oauth-rows.fixture.ts';
import { toChosenTypes } from './chosen-types.ts';
import { createLinkedApps } from './linked-apps.ts';

withStore(
  'finds the apps that may read an account, and the scopes of each, by their valid refresh tokens',
  async (store) => {
    const { db } = store;
    for (const name of ['ann', 'bob']) await insertAccount(store, name);
    const token = (idHash: string, accountId: string, clientId: string, more: object = {}) =>
      insertItem(db, {
        kind: 'RefreshToken',
        idHash,
        accountId,
        clientId,
        payload: { scope: 'query-control' },
        ...more,
      });
    await token('1', 'ann', 'lights');
    await token('2', 'ann', 'lights', { payload: { scope: 'history lighting' } });
    await token('3', 'bob', 'lights', { payload: {} });
    await token('4', 'ann', 'blinds', { consumedAt: 1 });
    await token('5', 'bob', 'blinds', { expiresAt: 500 });
    await insertItem(db, { kind: 'AccessToken', idHash: '6', accountId: 'ann', clientId: 'blinds' });
    // A token of an app that registered itself: such an app has no endpoints.
    await insertItem(db, { kind: 'RefreshToken', idHash: '7', accountId: 'bob' });
    const linked = createLinkedApps(() => 500);
    assert.deepEqual([...(await linked.clientsOf(db, ['ann', 'bob', 'carol']))].toSorted(), [
      ['ann', ['lights']],
      ['bob', ['lights']],
    ]);
    assert.deepEqual((await linked.accountsOf(db, 'lights')).toSorted(), ['ann', 'bob']);
    assert.deepEqual(await linked.accountsOf(db, 'blinds'), []);
    assert.deepEqual(await createLinkedApps(() => 499).accountsOf(db, 'blinds'), ['bob']);

    const given = await linked.filterLinked(db, 'lights', ['ann', 'bob', 'kim']);
    assert.deepEqual([...given.keys()].toSorted(), ['ann', 'bob']);
    assert.deepEqual(given.get('ann')?.toSorted(), ['history', 'lighting', 'query-control']);
    assert.deepEqual([...(await linked.filterLinked(db, 'lights', ['bob'])).keys()], ['bob']);
    assert.equal((await linked.filterLinked(db, 'lights', [])).size, 0);
    assert.equal((await linked.filterLinked(db, 'blinds', ['ann', 'bob'])).size, 0);
  },
);

it('returns the kinds of messages chosen for an endpoint, or all if none were chosen', () => {
  assert.deepEqual(toChosenTypes({ event_types: null }), ['component', 'sync']);
  assert.deepEqual(toChosenTypes({ event_types: 'sync' }), ['sync']);
  assert.deepEqual(toChosenTypes({ event_types: 'sync,component' }), ['component', 'sync']);
  assert.deepEqual(toChosenTypes({ event_types: '' }), []);
});
