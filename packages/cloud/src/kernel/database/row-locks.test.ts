import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';

withStore(
  'locks rows in a query if nodes share the store, and leaves the lock out for a store in a file',
  async (store) => {
    const rows = store.db.selectFrom('outbox').select('subject').limit(1);
    const locked = store.db
      .selectFrom('endpoint')
      .select('id')
      .where('id', 'in', store.db.selectFrom('outbox').select('endpoint_id').forUpdate().skipLocked())
      .orderBy('id')
      .forNoKeyUpdate();
    const locks = locked.compile().sql.match(/ for (no key )?update( skip locked)?/g) ?? [];
    assert.deepEqual(locks, store.isExclusive ? [] : [' for update skip locked', ' for no key update']);
    assert.equal(rows.forKeyShare().compile().sql.includes(' for key share'), !store.isExclusive);
    await store.transaction('full', async ({ db }) => {
      const share = db.selectFrom('app').select('client_id').distinct().orderBy('client_id');
      assert.deepEqual(await share.execute(), []);
      assert.deepEqual(await db.selectFrom('app').select('client_id').forShare().noWait().execute(), []);
    });
  },
);
