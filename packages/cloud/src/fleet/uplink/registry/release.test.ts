import assert from 'node:assert/strict';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { readAudit } from '../../../identity/account/audit/audit.fixture.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { insertAccount, insertGuest } from '../../bridge/account.fixture.ts';
import { home, none, other, pairAndConnect } from '../../component/bridge.fixture.ts';
import { createRelease } from './release.ts';

/** Ann has two bridges, one of which Bob and Kim can see. Bob has one of his own. */
const open = async (store: Store) => {
  for (const name of ['ann', 'bob', 'kim']) await insertAccount(store, name);
  for (const systemId of [home, other]) await pairAndConnect(store, systemId, 'ann');
  await pairAndConnect(store, '000000003', 'bob');
  for (const accountId of ['bob', 'kim']) await insertGuest(store, { systemId: home, accountId });
  const superseded: unknown[] = [];
  const published: unknown[] = [];
  const release = createRelease({
    registry: { supersede: (one) => void superseded.push(one) },
    bus: { publish: (...of: unknown[]) => void published.push(of) } as never,
    listeners: none,
    now: () => 7_000,
  });
  const actor = (accountId: string) => ({ accountId, address: '192.0.2.1' });
  return {
    superseded,
    published,
    release: (accountId: string, systemId?: string) =>
      store.transaction('full', (tx) => release(tx, actor(accountId), systemId)),
    fail: () =>
      store.transaction('full', async (tx) => {
        await release(tx, actor('ann'), home);
        throw new Error('rolled back');
      }),
    audit: async (accountId: string) =>
      (await readAudit(store, accountId, 9)).map(({ act, address, facts }) => [act, address, facts]),
  };
};

const changed = (accountId: string) => [`account.${accountId}.changed`, {}];

withStore(
  'disconnects a released bridge, notifies its owner and guests, and adds the release to their logs',
  async (store) => {
    const { release, superseded, published, audit } = await open(store);
    assert.equal(await release('ann', home), true);
    assert.deepEqual(superseded, [{ systemId: home, epoch: 2, why: 'released' }]);
    assert.deepEqual(published.toSorted(), ['ann', 'bob', 'kim'].map(changed));
    assert.deepEqual(await audit('ann'), [['bridge-released', '192.0.2.1', { systemId: home }]]);
    for (const guest of ['bob', 'kim'])
      assert.deepEqual(await audit(guest), [
        ['access-ended', '192.0.2.1', { systemId: home, why: 'released' }],
      ]);
  },
);

withStore(
  'releases all bridges of an account if none is named, but not those of other accounts',
  async (store) => {
    const { release, superseded, audit } = await open(store);
    assert.equal(await release('ann'), true);
    assert.deepEqual(superseded.map((one) => (one as { systemId: string }).systemId).toSorted(), [
      home,
      other,
    ]);
    const facts = (await audit('ann')).map(([, , fact]) => (fact as { systemId: string }).systemId);
    assert.deepEqual(facts.toSorted(), [home, other]);
    const left = await store.db.selectFrom('bridge').select('system_id').where('account_id', 'is not', null);
    assert.deepEqual(await left.execute(), [{ system_id: '000000003' }]);
  },
);

withStore(
  'notifies nobody if there is nothing to release or if the release is rolled back',
  async (store) => {
    const { release, fail, superseded, published, audit } = await open(store);
    assert.equal(await release('kim'), false);
    assert.equal(await release('bob', home), false, 'a guest cannot release it');
    await assert.rejects(fail(), /rolled back/);
    assert.deepEqual([superseded, published, await audit('ann')], [[], [], []]);
  },
);
