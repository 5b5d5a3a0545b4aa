import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { pairBridge } from '../fleet/bridge/pair.ts';
import { readBridges } from '../fleet/bridge/store.ts';
import { openStore } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { releaseBridge } from './release-bridge.ts';

const systemId = '123456789';

onEachStore('the command that releases a bridge', (engine) => {
  it('releases a bridge from any account once, and records the release in the audit log', async () => {
    await using where = await engine.createPlace();
    {
      await using store = await openStore(where.place);
      const accountId = await insertAccount(store, 'ann');
      const pairing = { systemId, accountId, keyId: 'K1', jwk: {}, now: 1_000 };
      await store.transaction('full', (tx) => pairBridge(tx, pairing, { ownershipChanged: [] }));
    }
    assert.equal(await releaseBridge(where.place, '123456780'), undefined);
    const released = await releaseBridge(where.place, systemId, () => 5_000);
    assert.equal(released?.accountId, 'ann');
    assert.equal(await releaseBridge(where.place, systemId), undefined);
    await using store = await openStore(where.place);
    assert.deepEqual(await readBridges(store.db, { accountId: 'ann', now: 0 }), []);
    const entries = await store.db.selectFrom('audit').selectAll().execute();
    assert.deepEqual(
      entries.map(({ id: _, ...entry }) => entry),
      [
        {
          at: 5_000,
          act: 'bridge-released',
          account_id: 'ann',
          address: 'operator',
          facts: JSON.stringify({ systemId, by: 'operator' }),
        },
      ],
    );
  });

  it('creates no store if a bridge is to be released and no store exists', async () => {
    await using where = await engine.createPlace({ without: 'tables' });
    for (let count = 0; count < 2; count++)
      await assert.rejects(releaseBridge(where.place, systemId), (error) =>
        cloudFailures.is(error, 'store-missing'),
      );
  });
});
