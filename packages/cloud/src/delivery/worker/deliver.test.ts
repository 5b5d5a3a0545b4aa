import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '../../kernel/log/log.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import { createDeliver } from './deliver.ts';

test('a message is sent only if its lease lasts as long as a delivery may take', async () => {
  const clock = createFakeClock(1_000);
  const acts: string[] = [];
  const recordAttempt = Object.assign(
    async () => {
      acts.push('recorded');
      return { verdict: 'delivered', disabled: undefined } as never;
    },
    { release: async () => void acts.push('released') },
  );
  const deliver = createDeliver({
    recordAttempt,
    send: async () => {
      acts.push('sent');
      return { status: 200, latency: 1, bytes: 0 } as never;
    },
    slots: { take: () => {}, release: () => {} } as never,
    clock,
    log: silent,
    times: { slowAfter: 5_000, timeout: 15_000 },
    signal: new AbortController().signal,
    onSlow: () => {},
  });
  const leased = (leaseUntil: number): LeasedMessage => ({
    ...{ endpointId: 'one', lease: 'mine', leaseUntil, developer: 'app', url: '', secrets: [], failures: 0 },
    message: { id: 'message', kind: 'sync', body: '{}', components: 0, subjects: [], attempt: 1 },
  });
  await deliver(leased(15_999), 'healthy');
  assert.deepEqual(acts.splice(0), ['released']);
  await deliver(leased(16_000), 'healthy');
  assert.deepEqual(acts, ['sent', 'recorded']);
});
