import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { defaultRetryPolicy } from '../attempt/retry-policy.ts';
import { createWorld, evenRandom } from '../event-delivery.fixture.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import { createRecordAttempt } from './record-attempt.ts';

const setUp = (store: Store) => {
  const about = { store, random: evenRandom, now: () => 1_000, retryPolicy: defaultRetryPolicy };
  const leaseNext = async () => [toLeased('next')];
  const recordAttempt = createRecordAttempt({ ...about, leaseNext, logRows: 10, slow: 1_000 });
  const leaseOf = async (id: string) => {
    const row = await store.db.selectFrom('endpoint').selectAll().where('id', '=', id).executeTakeFirst();
    return [row?.lease, row?.lease_until];
  };
  const lease = (id: string, held: string) =>
    store.db.updateTable('endpoint').set({ lease: held, lease_until: 5_000 }).where('id', '=', id).execute();
  const toLeased = (endpointId: string): LeasedMessage => ({
    endpointId,
    lease: 'mine',
    leaseUntil: 5_000,
    developer: 'app',
    url: '',
    secrets: [],
    failures: 0,
    message: {
      id: 'message',
      kind: 'sync',
      body: '{}',
      components: 0,
      subjects: [],
      queuedAt: 0,
      attempt: 1,
    },
  });
  return { recordAttempt, leaseOf, lease, toLeased };
};

withStore(
  'recording an attempt ends the lease of the attempt, but not the lease of another worker',
  async (store) => {
    await using world = await createWorld(store);
    const { recordAttempt, leaseOf, lease, toLeased } = setUp(store);
    const { id } = await world.endpoint('https://hooks.example.org/');
    const sent = { status: 200, latency: 1, bytes: 0 } as never;
    for (const [held, after] of [
      ['of another', ['of another', 5_000]],
      ['mine', [null, 0]],
    ] as const) {
      await lease(id, held);
      await recordAttempt(toLeased(id), { sent, headers: {} });
      assert.deepEqual(await leaseOf(id), after);
    }
  },
);

withStore('leases the next message only after a quick success, and only if asked to', async (store) => {
  await using world = await createWorld(store);
  const { recordAttempt, lease, toLeased } = setUp(store);
  const { id } = await world.endpoint('https://hooks.example.org/');
  for (const [status, latency, held, leasesNext, expected] of [
    [200, 999, 'mine', true, 'next'],
    [200, 999, 'mine', false, undefined],
    [200, 999, 'mine', undefined, undefined],
    [200, 999, 'of another', true, undefined],
    [200, 1_000, 'mine', true, undefined],
    [500, 999, 'mine', true, undefined],
  ] as const) {
    await lease(id, held);
    const sent = { status, latency, answer: '', retryAfter: undefined };
    const { next } = await recordAttempt(toLeased(id), {
      sent,
      headers: {},
      ...(leasesNext !== undefined && { leasesNext }),
    });
    assert.equal(next?.endpointId, expected);
  }
});

withStore(
  'counts an endpoint as strained after a slow or failed attempt, until a quick success',
  async (store) => {
    await using world = await createWorld(store);
    const { recordAttempt, lease, toLeased } = setUp(store);
    const { id } = await world.endpoint('https://hooks.example.org/');
    for (const [status, latency, strained] of [
      [200, 999, 0],
      [200, 1_000, 1],
      [200, 999, 0],
      [500, 999, 1],
      [200, 1_000, 1],
    ] as const) {
      await lease(id, 'mine');
      const sent = { status, latency, answer: '', retryAfter: undefined };
      await recordAttempt(toLeased(id), { sent, headers: {} });
      const row = await store.db.selectFrom('endpoint').select('strained').executeTakeFirstOrThrow();
      assert.equal(row.strained, strained, `${status} after ${latency} ms`);
    }
  },
);

withStore('a late failure does not reopen a message that another worker has given up', async (store) => {
  await using world = await createWorld(store);
  const { recordAttempt, lease, toLeased } = setUp(store);
  const { id } = await world.endpoint('https://hooks.example.org/');
  const sent = { status: 500, latency: 1, answer: '', retryAfter: undefined };
  const leased = { ...toLeased(id), message: { ...toLeased(id).message, subjects: ['someone'] } };
  const row = { endpoint_id: id, kind: 'sync', subject: 'someone' } as const;
  await store.db
    .insertInto('outbox')
    .values({
      ...row,
      system_id: null,
      changes: 1,
      queued_at: 0,
      trace: null,
      due_at: null,
      attempts: 12,
      message_id: 'message',
    })
    .execute();
  const read = () =>
    store.db
      .selectFrom('outbox')
      .select(['due_at', 'attempts'])
      .where('subject', '=', 'someone')
      .executeTakeFirst();
  const givenUp = { due_at: null, attempts: 12 };
  await lease(id, 'of another');
  await recordAttempt(leased, { sent, headers: {} });
  assert.deepEqual(await read(), givenUp);
  // The other worker has ended its lease.
  await store.db.updateTable('endpoint').set({ lease: null, lease_until: 0 }).execute();
  await recordAttempt(leased, { sent, headers: {} });
  assert.deepEqual(await read(), givenUp);
  await lease(id, 'mine');
  await recordAttempt(leased, { sent, headers: {} });
  assert.equal((await read())!.attempts, 1);
});

withStore('releasing a lease without an attempt does not end the lease of another worker', async (store) => {
  await using world = await createWorld(store);
  const { recordAttempt, leaseOf, lease, toLeased } = setUp(store);
  const { id } = await world.endpoint('https://hooks.example.org/');
  const { id: neighbour } = await world.endpoint('https://hooks.example.com/');
  await lease(id, 'of another');
  await lease(neighbour, 'mine');
  await recordAttempt.release(toLeased(id));
  assert.deepEqual(
    [await leaseOf(id), await leaseOf(neighbour)],
    [
      ['of another', 5_000],
      ['mine', 5_000],
    ],
  );
  await lease(id, 'mine');
  await recordAttempt.release(toLeased(id));
  assert.deepEqual(
    [await leaseOf(id), await leaseOf(neighbour)],
    [
      [null, 0],
      ['mine', 5_000],
    ],
  );
});

withStore('renews its own leases, but not those that have gone to another worker', async (store) => {
  await using world = await createWorld(store);
  const { recordAttempt, leaseOf, lease, toLeased } = setUp(store);
  const { id } = await world.endpoint('https://hooks.example.org/');
  const { id: lost } = await world.endpoint('https://hooks.example.com/');
  const { id: other } = await world.endpoint('https://hooks.example.net/');
  await lease(id, 'mine');
  await lease(lost, 'of another');
  await lease(other, 'mine');
  await recordAttempt.renew([toLeased(id), toLeased(lost)], 9_000);
  assert.deepEqual(
    [await leaseOf(id), await leaseOf(lost), await leaseOf(other)],
    [
      ['mine', 9_000],
      ['of another', 5_000],
      ['mine', 5_000],
    ],
  );
});
