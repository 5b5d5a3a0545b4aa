import assert from 'node:assert/strict';
import { toComponentId } from '@plenum/protocol/component';
import { isRefused } from '@plenum/protocol/console';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { createWorld, home, told, until } from '../event-delivery.fixture.ts';
import { zone } from '../house.fixture.ts';
import type { ResendJob } from './endpoint.ts';
import { partSize } from './resend-job.ts';

const idOf = (index: number) => toComponentId(home, { kind: 'zone', index })!;

/** Number of components in the house, for two parts; an index has at most three digits. */
const count = 1_000 - 100;

/** Logs failed attempts with 7 components each, so that every component is in several attempts. */
const logAttempts = async ({ db }: Store, endpointId: string, attempts: number) => {
  for (let number = 1; number <= attempts; number++) {
    const subjects = Array.from({ length: 7 }, (_, place) => idOf((number * 5 + place) % count));
    await db
      .insertInto('delivery')
      .values({
        endpoint_id: endpointId,
        number,
        at: number,
        message_id: `message ${number}`,
        kind: 'component',
        components: 7,
        subjects: JSON.stringify(subjects),
        headers: '{}',
        payload: '{}',
        attempt: 1,
        verdict: number % 2 === 0 ? 'delivered' : 'dead',
        status: number % 2 === 0 ? 204 : 500,
        problem: null,
        detail: null,
        latency: 1,
        bytes: 2,
        next_at: null,
        answer: '',
        attributes: null,
      })
      .execute();
  }
  await db.updateTable('endpoint').set({ attempts }).where('id', '=', endpointId).execute();
};

const open = async (store: Store, attempts = 400) => {
  const receiver = await startReceiver();
  const world = await createWorld(store);
  await world.house.snapshot(...Array.from({ length: count }, (_, index) => zone(index, 2000 + index)));
  const { id } = await world.endpoint(receiver.url);
  await logAttempts(store, id, attempts);
  const ref = { clientId: 'app', endpointId: id };
  const start = (filter = {}, of = ref) =>
    world.events.endpoints.startResend(of, { accountId: 'ann', filter });
  const job = async (): Promise<ResendJob> => {
    const found = await world.events.endpoints.findResend(ref);
    assert.ok('job' in found);
    return found.job!;
  };
  const received = () =>
    receiver.messages.flatMap((message) => Object.entries(told(message) as Record<string, number>));
  /** Waits for the part of this second. */
  const step = async () => {
    const before = (await job()).resent;
    world.clock.advance(1_000);
    for (;;) {
      const { state, resent } = await job();
      if (state !== 'running' || resent > before) break;
      await new Promise(setImmediate);
    }
    await until(async () => (await world.find(id)).ledger.pending === 0);
  };
  return {
    world,
    receiver,
    ref,
    start,
    job,
    step,
    received,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
};

withStore('a job resends each subject of the whole log once, with its current state', async (store) => {
  await using of = await open(store);
  const { start, job, step, received, world, ref } = of;
  const started = await start();
  assert.ok(!isRefused(started));
  assert.deepEqual([started.state, started.attempts, started.total], ['running', 400, count]);
  await world.house.change(zone(3, 9_999));
  await world.quiet();
  of.receiver.messages.length = 0;
  await step();
  assert.deepEqual([(await job()).resent, received().length], [partSize, partSize]);
  await step();
  const { state, resent, endedAt } = await job();
  assert.deepEqual([state, resent], ['done', count]);
  assert.equal(endedAt, world.clock.now());
  assert.deepEqual(
    received().sort(([a], [b]) => Number(a) - Number(b)),
    Array.from({ length: count }, (_, index) => [String(index), index === 3 ? 9_999 : 2000 + index]),
  );
  assert.deepEqual(await store.db.selectFrom('resend_part').selectAll().execute(), []);

  // The next job replaces the ended one, and covers only the matches.
  const failed = await start({ status: { from: 500, to: 599 } });
  assert.ok(!isRefused(failed));
  assert.equal(failed.attempts, 200);
  assert.equal(isRefused(await world.events.endpoints.cancelResend(ref)), false);
  const empty = await start({ answer: 'never' });
  assert.deepEqual(empty, {
    state: 'done',
    createdAt: world.clock.now(),
    endedAt: world.clock.now(),
    attempts: 0,
    total: 0,
    resent: 0,
  });
});

withStore('a job continues on another node, and two nodes send no part twice', async (store) => {
  await using of = await open(store);
  const { start, job, step, received, world } = of;
  await using _second = await world.startNode();
  await start();
  await step();
  assert.equal(received().length, partSize, 'one part a second on both nodes together');
  await world.events[Symbol.asyncDispose]();
  await using _third = await world.startNode();
  await step();
  assert.equal((await job()).state, 'done');
  const indexes = received().map(([index]) => Number(index));
  assert.deepEqual([indexes.length, new Set(indexes).size], [count, count]);
});

withStore('a cancelled job sends no further part, and can be cancelled only once', async (store) => {
  await using of = await open(store);
  const { start, job, step, received, world, ref } = of;
  const { cancelResend } = world.events.endpoints;
  const codeOf = (answer: object) => (isRefused(answer) ? answer.refusal.code : 'done');
  assert.equal(codeOf(await cancelResend(ref)), 'no-resend-running');
  await start();
  await step();
  const cancelled = await Promise.all([cancelResend(ref), cancelResend(ref)]);
  assert.deepEqual(cancelled.map(codeOf).sort(), ['done', 'no-resend-running']);
  world.clock.advance(10_000);
  await world.quiet();
  assert.equal(received().length, partSize);
  const { state, resent, total } = await job();
  assert.deepEqual([state, resent, total], ['cancelled', partSize, count]);
  assert.equal(codeOf(await start()), 'done');
  assert.equal(codeOf(await cancelResend({ ...ref, clientId: 'other' })), 'no-such-endpoint');
});

withStore('limits the running jobs of an endpoint and of an account', async (store) => {
  await using of = await open(store, 20);
  const { start, ref, world, receiver } = of;
  const codeOf = (answer: object) => (isRefused(answer) ? answer.refusal.code : 'started');
  const refs = [ref];
  for (const place of [1, 2]) {
    const { id } = await world.endpoint(`${receiver.url}${place}`);
    await logAttempts(store, id, 20);
    refs.push({ clientId: 'app', endpointId: id });
  }
  const started = await Promise.all(refs.map((one) => start({}, one)));
  assert.deepEqual(started.map(codeOf).sort(), ['started', 'started', 'too-many-resend-jobs']);
  const running = refs[started.findIndex((one) => !isRefused(one))]!;
  assert.equal(codeOf(await start({}, running)), 'resend-running');
  await world.events.endpoints.cancelResend(running);
  assert.equal(codeOf(await start({}, running)), 'started');
});

withStore('a job stops when its endpoint is disabled, and goes with a removed endpoint', async (store) => {
  await using of = await open(store);
  const { start, job, step, world, ref } = of;
  await start();
  await world.events.endpoints.disable(ref);
  await step();
  const { state, resent } = await job();
  assert.deepEqual([state, resent], ['stopped', 0]);
  const refused = await start();
  assert.equal(isRefused(refused) && refused.refusal.code, 'endpoint-disabled');
  await world.events.endpoints.remove(ref);
  assert.deepEqual(await store.db.selectFrom('resend_job').selectAll().execute(), []);
});
