import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '../../kernel/log/log.ts';
import { sign } from '../attempt/sign.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import { createDeliver, type DeliverDeps } from './deliver.ts';
import type { RecordedAttempt } from './record-attempt.ts';

const leased = (leaseUntil: number, more: Partial<LeasedMessage['message']> = {}): LeasedMessage => ({
  endpointId: 'one',
  lease: 'mine',
  leaseUntil,
  developer: 'app',
  url: 'https://a.example/',
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
    ...more,
  },
});

/** Creates deliveries with a scripted send, and records their calls. */
const open = (parts: Partial<DeliverDeps> = {}, disabled?: RecordedAttempt['disabled']) => {
  const clock = createFakeClock(1_000);
  const acts: unknown[] = [];
  const requests: Parameters<DeliverDeps['send']>[0][] = [];
  const controller = new AbortController();
  const sent = { status: 200, latency: 1, bytes: 0 } as never;
  const recordAttempt = Object.assign(
    async () => {
      acts.push('recorded');
      return { verdict: 'delivered', disabled } as never;
    },
    { release: async () => void acts.push('released'), renew: async () => {} },
  );
  const write = (facts: object, sentence: string) => {
    acts.push([(facts as { endpoint: string }).endpoint, (facts as { why?: string }).why, sentence]);
  };
  const deliver = createDeliver({
    recordAttempt,
    send: async (request) => {
      acts.push('sent');
      requests.push(request);
      return sent;
    },
    slots: {
      take: (pool: string, developer: string) => void acts.push(`take ${pool} ${developer}`),
      release: (pool: string, developer: string) => void acts.push(`leave ${pool} ${developer}`),
    } as never,
    clock,
    log: { ...silent, warn: write, error: write },
    times: { slowAfter: 5_000, timeout: 15_000, renewInterval: 2_000 },
    signal: controller.signal,
    onSlow: () => void acts.push('slow'),
    mayContinue: () => true,
    ...parts,
  });
  return { clock, acts, requests, controller, deliver };
};

const [take, leave] = ['take healthy app', 'leave healthy app'];

test('sends a message only if its lease lasts until it is renewed', async () => {
  const { acts, deliver } = open();
  await deliver(leased(2_999), 'healthy');
  assert.deepEqual(acts.splice(0), [take, 'released', leave]);
  await deliver(leased(3_000), 'healthy');
  assert.deepEqual(acts, [take, 'sent', 'recorded', leave]);
});

test('posts a message with its signature, and with its trace if it has one', async () => {
  const { requests, deliver } = open();
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await deliver(leased(16_000), 'healthy');
  await deliver(leased(16_000, { trace }), 'healthy');
  const [plain, traced] = requests;
  const signed = sign([], { id: 'message', seconds: 1, body: '{}' });
  const headers = { 'content-type': 'application/json', 'user-agent': 'plenum-cloud', ...signed };
  assert.deepEqual(plain, { url: 'https://a.example/', headers, body: '{}' });
  assert.deepEqual(traced?.headers, { ...headers, traceparent: trace });
});

test('ends the lease without recording an attempt that is aborted or not started', async () => {
  const stopped = open({ send: async () => ({ problem: 'stopped', detail: '', latency: 1 }) });
  await stopped.deliver(leased(16_000), 'healthy');
  assert.deepEqual(stopped.acts, [take, 'released', leave]);
  const other = open({ send: async () => ({ problem: 'too-slow', detail: '', latency: 1 }) });
  await other.deliver(leased(16_000), 'healthy');
  assert.deepEqual(other.acts, [take, 'recorded', leave]);
  const { acts, controller, deliver } = open();
  controller.abort();
  await deliver(leased(16_000), 'healthy');
  assert.deepEqual(acts, [take, 'released', leave]);
});

test('reports each attempt, and logs that an attempt disabled the endpoint', async () => {
  const reported: unknown[] = [];
  const onAttempt: DeliverDeps['onAttempt'] = (_, { disabled }) => void reported.push(disabled);
  const { acts, deliver } = open({ onAttempt }, 'gone');
  await deliver(leased(16_000), 'healthy');
  assert.deepEqual(reported, ['gone']);
  assert.deepEqual(acts, [take, 'sent', 'recorded', ['one', 'gone', 'an endpoint was disabled'], leave]);
});

test('logs the third failure in a row of an endpoint, and its first success after that', async () => {
  const lines: unknown[] = [];
  const write = (facts: object, sentence: string) => void lines.push([facts, sentence]);
  const attempt = async (failures: number, verdict: 'delivered' | 'retry') => {
    const recordAttempt = Object.assign(async () => ({ verdict, disabled: undefined }) as never, {
      release: async () => {},
      renew: async () => {},
    });
    const { deliver } = open({ recordAttempt, log: { ...silent, info: write, warn: write } });
    await deliver({ ...leased(16_000), failures }, 'healthy');
    return lines.splice(0);
  };
  for (const [failures, verdict] of [
    [0, 'delivered'],
    [2, 'delivered'],
    [0, 'retry'],
    [1, 'retry'],
    [3, 'retry'],
  ] as const)
    assert.deepEqual(await attempt(failures, verdict), []);
  assert.deepEqual(await attempt(2, 'retry'), [[{ endpoint: 'one' }, 'an endpoint is failing']]);
  assert.deepEqual(await attempt(3, 'delivered'), [
    [{ endpoint: 'one' }, 'an endpoint accepts events again'],
  ]);
});

test('logs a failure to record an attempt, and frees its slot', async () => {
  const recordAttempt = Object.assign(() => Promise.reject(new Error('disk')), {
    release: async () => {},
    renew: async () => {},
  });
  const { acts, deliver } = open({ recordAttempt });
  await deliver(leased(16_000), 'healthy');
  assert.deepEqual(acts, [
    take,
    'sent',
    ['one', undefined, 'a delivery could not be recorded; the message will be sent again'],
    leave,
  ]);
});

test('moves a delivery that takes five seconds to a strained slot, unless it has one already', async () => {
  for (const [pool, expected] of [
    ['healthy', [leave, 'take strained app', 'slow']],
    ['strained', []],
  ] as const) {
    const answer = Promise.withResolvers<never>();
    const { acts, clock, deliver } = open({ send: () => answer.promise });
    const delivered = deliver(leased(16_000), pool);
    assert.deepEqual(acts.splice(0), [`take ${pool} app`]);
    clock.advance(4_999);
    assert.deepEqual(acts, []);
    clock.advance(1);
    assert.deepEqual(acts.splice(0), expected);
    answer.resolve({ status: 200, latency: 5_000, bytes: 0 } as never);
    await delivered;
    assert.deepEqual(acts, ['recorded', 'leave strained app']);
    assert.equal(clock.timers(), 0);
  }
});

test('leases the next message with an attempt’s record only if no endpoint waits for the slot', async () => {
  for (const [pool, mayContinue, expected] of [
    ['healthy', true, true],
    ['healthy', false, false],
    ['strained', true, false],
  ] as const) {
    const asked: unknown[] = [];
    const next = leased(16_000);
    const recordAttempt: DeliverDeps['recordAttempt'] = Object.assign(
      async (...[, { leasesNext }]: Parameters<DeliverDeps['recordAttempt']>) => {
        asked.push(leasesNext);
        return { next } as never;
      },
      { release: async () => {}, renew: async () => {} },
    );
    const { deliver } = open({ recordAttempt, mayContinue: () => mayContinue });
    assert.equal(await deliver(leased(16_000), pool), next);
    assert.deepEqual(asked, [expected]);
  }
});
