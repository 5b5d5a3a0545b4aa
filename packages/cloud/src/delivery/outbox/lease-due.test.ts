import assert from 'node:assert/strict';
import { maxClockDifference } from '@plenum/platform';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import type { Store } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { insertEndpoint, insertWaiting } from '../delivery-rows.fixture.ts';
import { insertApp } from '../house.fixture.ts';
import { createEndpointSecrets } from './endpoint-secrets.ts';
import { createLeaseDue, createNextDue } from './lease-due.ts';
import { createLinkedApps } from './linked-apps.ts';

const now = 1_000_000;
const lease = 30_000;
const longestRetry = 86_400_000;
const encryption = createEncryption([systemRandom.bytes(32)], systemRandom);

/** Opens a store with two apps, of which each endpoint has a Sync to send. */
const open = async (store: Store) => {
  const { db } = store;
  for (const app of ['app', 'other']) await insertApp(store, app);
  return {
    add: async (id: string, row: object = {}, due: number | null = now) => {
      await insertEndpoint(db, {
        id,
        client_id: 'app',
        secret: encryption.encrypt(`secret of ${id}`, id),
        ...row,
      });
      await insertWaiting(db, {
        endpoint_id: id,
        subject: 'ann',
        kind: 'sync',
        system_id: null,
        due_at: due,
      });
    },
    lease: createLeaseDue({
      store,
      now: () => now,
      secrets: createEndpointSecrets({ encryption, log: silent }),
      random: systemRandom,
      lease,
      longestRetry,
      linkedApps: createLinkedApps(() => now),
    }),
    nextDue: createNextDue(db),
    db,
  };
};
const idsOf = (leased: readonly { readonly endpointId: string }[]) =>
  leased.map(({ endpointId }) => endpointId);

withStore('leases at most as many endpoints as asked for, those that waited longest first', async (store) => {
  const { add, lease: leaseDue, db } = await open(store);
  for (const [id, servedAt] of Object.entries({ a: 7, d: 6, c: 5, b: 5 }))
    await add(id, { served_at: servedAt });
  const first = await leaseDue({ max: 3, strained: false });
  assert.deepEqual(idsOf(first), ['b', 'c', 'd']);
  assert.deepEqual(first[0]!.secrets, ['secret of b']);
  assert.equal(first[0]!.leaseUntil, now + lease);
  const row = await db.selectFrom('endpoint').selectAll().where('id', '=', 'b').executeTakeFirstOrThrow();
  assert.deepEqual([row.lease, row.lease_until, row.served_at], [first[0]!.lease, now + lease, now]);
  assert.deepEqual(idsOf(await leaseDue({ max: 3, strained: false })), ['a']);
  assert.deepEqual(idsOf(await leaseDue({ max: 3, strained: false })), []);
});

withStore(
  'leases no endpoint that is disabled, leased, resting or without a message that is due',
  async (store) => {
    const { add, lease: leaseDue } = await open(store);
    await add('disabled', { disabled_at: 1 });
    await add('leased', { lease: 'other', lease_until: now + 1 });
    await add('resting', { rest_until: now + 1 });
    await add('later', {}, now + 1);
    await add('dead', {}, null);
    assert.deepEqual(await leaseDue({ max: 9, strained: false }), []);
    await add('expired', { lease: 'other', lease_until: now, rest_until: now });
    assert.deepEqual(idsOf(await leaseDue({ max: 9, strained: false })), ['expired']);
  },
);

withStore(
  'leases an endpoint whose lease is from before the clock of the machine went back',
  async (store) => {
    const { add, lease: leaseDue } = await open(store);
    const ahead = now + maxClockDifference;
    await add('shortly', { served_at: ahead, lease_until: ahead + lease });
    await add('far', { served_at: ahead + 1, lease_until: ahead + lease, rest_until: ahead + lease });
    assert.deepEqual(idsOf(await leaseDue({ max: 9, strained: false })), ['far']);
  },
);

withStore('leases only the endpoints that the caller can serve', async (store) => {
  const { add, lease: leaseDue } = await open(store);
  await add('calm');
  await add('strained', { strained: 1 });
  await add('other', { client_id: 'other' });
  const leaseWith = async (filter: object) => {
    const leased = idsOf(await leaseDue({ max: 9, strained: false, ...filter }));
    await store.db.updateTable('endpoint').set({ lease: null, lease_until: 0 }).execute();
    return leased.toSorted();
  };
  assert.deepEqual(await leaseWith({}), ['calm', 'other']);
  assert.deepEqual(await leaseWith({ strained: true }), ['strained']);
  assert.deepEqual(await leaseWith({ endpointIds: ['other', 'strained'] }), ['other']);
  assert.deepEqual(await leaseWith({ endpointIds: [] }), []);
  assert.deepEqual(await leaseWith({ without: ['other'] }), ['calm']);
  assert.deepEqual(await leaseWith({ withoutIds: ['calm'] }), ['other']);
});

withStore('finds the next instant at which a message can be leased', async (store) => {
  const { add, nextDue } = await open(store);
  assert.equal(await nextDue(now), undefined);
  await add('disabled', { disabled_at: 1 }, now + 10);
  await add('dead', {}, null);
  await add('now');
  assert.equal(await nextDue(now), undefined);
  await add('resting', { rest_until: now + 70, lease_until: now + 60 }, now + 50);
  await add('leased', { lease_until: now + 80, rest_until: now + 1 }, now + 5);
  assert.equal(await nextDue(now), now + 70);
  assert.equal(await nextDue(now + 70), now + 80);
  assert.equal(await nextDue(now + 80), undefined);
});
