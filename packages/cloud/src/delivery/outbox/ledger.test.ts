import assert from 'node:assert/strict';
import { type SqlBool, sql } from 'kysely';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertEndpoint, insertWaiting } from '../delivery-rows.fixture.ts';
import { insertApp } from '../house.fixture.ts';
import { countOutbox, readLedgers, readOldestDue } from './ledger.ts';

withStore('counts every change as delivered, superseded, pending or dead', async (store) => {
  const { db } = store;
  for (const app of ['app', 'other']) await insertApp(store, app);
  await insertEndpoint(db, { id: 'one', client_id: 'app', changes: 10, delivered: 7, superseded: 3 });
  await insertEndpoint(db, { id: 'two', client_id: 'app' });
  await insertEndpoint(db, { id: 'three', client_id: 'other' });
  assert.deepEqual(await countOutbox(db), { pending: 0, dead: 0 });
  await insertWaiting(db, { endpoint_id: 'one', subject: 'a', changes: 4 });
  await insertWaiting(db, { endpoint_id: 'one', subject: 'b' });
  await insertWaiting(db, { endpoint_id: 'one', subject: 'c', changes: 2, due_at: null });
  await insertWaiting(db, { endpoint_id: 'three', subject: 'a', due_at: null });
  const ledgers = await readLedgers(db, 'app');
  assert.deepEqual([...ledgers.keys()].toSorted(), ['one', 'two']);
  const ledger = ledgers.get('one')!;
  // Of the 7 changes in the outbox, 4 were replaced by newer ones before they were sent.
  assert.deepEqual(ledger, { changes: 17, delivered: 7, superseded: 7, pending: 2, dead: 1 });
  assert.equal(ledger.changes, ledger.delivered + ledger.superseded + ledger.pending + ledger.dead);
  assert.deepEqual(ledgers.get('two'), { changes: 0, delivered: 0, superseded: 0, pending: 0, dead: 0 });
  assert.deepEqual(await countOutbox(db), { pending: 2, dead: 2 });
});

withStore('finds the oldest event that a free node would send, at a healthy endpoint', async (store) => {
  const { db } = store;
  const now = 1_000;
  await insertApp(store, 'app');
  const endpoints = {
    disabled: { disabled_at: 1 },
    receiving: { lease_until: now + 1 },
    resting: { rest_until: now + 1 },
    strained: { strained: 1 },
    healthy: { lease_until: now, rest_until: now },
  };
  for (const [id, row] of Object.entries(endpoints)) {
    await insertEndpoint(db, { id, client_id: 'app', ...row });
    await insertWaiting(db, { endpoint_id: id, subject: 'dead', due_at: null });
    await insertWaiting(db, { endpoint_id: id, subject: 'later', due_at: now + 1 });
    if (id !== 'healthy') await insertWaiting(db, { endpoint_id: id, subject: 'due', due_at: 1 });
  }
  const secrets = { isUnreadable: () => sql<SqlBool>`endpoint.id = 'unreadable'` };
  assert.equal(await readOldestDue(db, { now, secrets }), null);
  for (const [subject, due] of Object.entries({ a: now, b: 600, c: 700 }))
    await insertWaiting(db, { endpoint_id: 'healthy', subject, due_at: due });
  assert.equal(await readOldestDue(db, { now, secrets }), 600);
  await insertEndpoint(db, { id: 'unreadable', client_id: 'app', strained: 1 });
  await insertWaiting(db, { endpoint_id: 'unreadable', subject: 'due', due_at: 500 });
  assert.equal(await readOldestDue(db, { now, secrets }), 500);
});
