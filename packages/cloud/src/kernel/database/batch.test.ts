import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createBatch, inTurn } from './batch.ts';

withStore('stores the other items of a batch if one fails', async (store) => {
  await insertAccount(store, 'ann');
  const done: number[] = [];
  const batch = createBatch<number, number>(store, {
    key: String,
    work: inTurn(async ({ db }, item) => {
      await db
        .updateTable('account')
        .set((row) => ({ created_at: row('created_at', '+', 1) }))
        .execute();
      if (item === 3) throw new Error('not this one');
      done.push(item);
      return item * 2;
    }),
  });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(batch));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    [2, 4, 'failed', 8, 10],
  );
  const [row] = await store.db.selectFrom('account').select('created_at').execute();
  assert.equal(row!.created_at, 4);
});

withStore("returns each item's own result, even if the rows are locked in another order", async (store) => {
  const locked: number[] = [];
  const batch = createBatch<number, number>(store, {
    key: (item) => `row ${item}`,
    work: inTurn(async (_, item) => {
      locked.push(item);
      return item * 2;
    }),
  });
  const items = [5, 3, 4, 1, 2];
  assert.deepEqual(await Promise.all(items.map(batch)), [10, 6, 8, 2, 4]);
  assert.deepEqual(locked.toSorted(), items.toSorted());
});

withStore(
  'retries failed items of a batch concurrently, so the batch waits for an unavailable database only once',
  async (store) => {
    if (store.isExclusive) return; // SQLite runs one transaction at a time in any case
    const count = 2;
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const batch = createBatch<number, number>(store, {
      // All items share one partition.
      key: () => 'one',
      work: inTurn(async (_, item) => {
        begun++;
        if (begun === 1) throw new Error('not together');
        if (begun === 1 + count) resolve();
        await all;
        return item;
      }),
    });
    const items = Array.from({ length: count }, (_, item) => batch(item));
    const settled = await Promise.allSettled(items);
    assert.deepEqual(
      settled.map(({ status }) => status),
      Array.from({ length: count }, () => 'fulfilled'),
    );
  },
);
