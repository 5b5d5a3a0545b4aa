import assert from 'node:assert/strict';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { insertApp } from '../../delivery/house.fixture.ts';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { storeErrors } from '../../kernel/failure/store-errors.ts';
import type { Log } from '../../kernel/log/log.ts';
import { silent } from '../../kernel/log/log.ts';
import { createMeter, flushInterval } from './meter.ts';
import { createUsageOf } from './read-usage.ts';
import { readUsage } from './store.ts';

const day = 86_400_000;

const kept = (store: Store, clientId = 'app') => readUsage(store.db, { clientId, since: 0 });

withStore('counts the requests of an app by day, operation and status', async (store) => {
  await insertApp(store, 'app');
  const clock = createFakeClock(monday + 5 * 3_600_000);
  await using meter = createMeter({ store, clock, log: silent });
  meter.count('app', 'Query', 200);
  meter.count('app', 'Query', 200);
  meter.count('app', 'Query', 403);
  meter.count('app', 'Control', 504);
  clock.advance(day);
  meter.count('app', 'Query', 200);
  await meter.flush();
  assert.deepEqual(await kept(store), [
    { day: monday, operation: 'Control', status: 504, requests: 1 },
    { day: monday, operation: 'Query', status: 200, requests: 2 },
    { day: monday, operation: 'Query', status: 403, requests: 1 },
    { day: monday + day, operation: 'Query', status: 200, requests: 1 },
  ]);
});

withStore('adds up the counts of an app from several nodes', async (store) => {
  await insertApp(store, 'app');
  await insertApp(store, 'other');
  const clock = createFakeClock();
  const nodes = [1, 2, 3].map(() => createMeter({ store, clock, log: silent }));
  for (let round = 0; round < 4; round++) {
    for (const node of nodes)
      for (const operation of ['Query', 'Control', 'Discover'] as const)
        for (const clientId of ['other', 'app']) node.count(clientId, operation, 200);
    await Promise.all(nodes.map((node) => node.flush()));
  }
  for (const clientId of ['app', 'other'])
    assert.deepEqual(
      (await kept(store, clientId)).map(({ requests }) => requests),
      [12, 12, 12],
    );
  await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
});

withStore('flushes the counts every few seconds and when the node stops', async (store) => {
  await insertApp(store, 'app');
  const clock = createFakeClock();
  const meter = createMeter({ store, clock, log: silent });
  meter.count('app', 'Query', 200);
  clock.advance(flushInterval - 1);
  assert.deepEqual(await kept(store), []);
  clock.advance(1);
  await meter.flush();
  assert.equal((await kept(store))[0]!.requests, 1);
  meter.count('app', 'Query', 200);
  await meter[Symbol.asyncDispose]();
  assert.equal((await kept(store))[0]!.requests, 2);
});

withStore('writes the counts of other apps even if one app was removed', async (store) => {
  await insertApp(store, 'app');
  const clock = createFakeClock();
  await using meter = createMeter({ store, clock, log: silent });
  meter.count('gone', 'Query', 200);
  meter.count('app', 'Query', 200);
  await meter.flush();
  assert.equal((await kept(store)).length, 1);
  await store.db.deleteFrom('app').execute();
  assert.deepEqual(await store.db.selectFrom('usage').selectAll().execute(), []);
});

withStore('keeps counts that cannot be written, and writes them later', async (store) => {
  await insertApp(store, 'app');
  const clock = createFakeClock();
  const logged: string[] = [];
  const note = (_: object, sentence: string) => void logged.push(sentence);
  const log: Log = { ...silent, warn: note, error: note };
  let broken: Error | undefined = new Error('disk full');
  const breaking: Store = {
    ...store,
    transaction: (durability, work) =>
      broken !== undefined ? Promise.reject(broken) : store.transaction(durability, work),
  };
  await using meter = createMeter({ store: breaking, clock, log });
  meter.count('app', 'Query', 200);
  await assert.rejects(meter.flush(), { message: 'disk full' });
  clock.advance(flushInterval);
  await assert.rejects(meter.flush(), { message: 'disk full' });
  assert.deepEqual(logged, ['usage could not be stored; will try again']);
  // The store itself logs once that it is not available.
  broken = storeErrors.error('unavailable', {});
  clock.advance(flushInterval);
  await assert.rejects(meter.flush(), broken);
  assert.equal(logged.length, 1);
  meter.count('app', 'Query', 200);
  broken = undefined;
  await meter.flush();
  assert.equal((await kept(store))[0]!.requests, 2);
});

withStore('shows the last 30 days, including counts that have not been flushed yet', async (store) => {
  await insertApp(store, 'app');
  const clock = createFakeClock(monday);
  await using meter = createMeter({ store, clock, log: silent });
  const usageOf = createUsageOf({ store, now: clock.now, meter, latest: { of: () => [] }, publicUrl: '' });
  meter.count('app', 'Query', 200);
  assert.deepEqual(await usageOf('app'), {
    since: monday - 29 * day,
    until: monday,
    usage: [{ day: monday, operation: 'Query', status: 200, requests: 1 }],
    latest: [],
  });
  clock.set(monday + 29 * day);
  assert.equal((await usageOf('app')).usage.length, 1);
  clock.set(monday + 30 * day);
  assert.deepEqual(await usageOf('app'), {
    since: monday + day,
    until: monday + 30 * day,
    usage: [],
    latest: [],
  });
});
