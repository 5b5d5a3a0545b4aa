import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createMetrics } from '../http/metrics.ts';
import { silent } from '../log/log.ts';
import { createRefusedMessages, refusedLogInterval } from './refused-messages.ts';

it('counts ignored messages by reason, and logs them at first and then once a minute', async () => {
  const clock = createFakeClock(0);
  const metrics = createMetrics();
  const lines: unknown[] = [];
  const sentences: unknown[] = [];
  const log = {
    ...silent,
    warn: (facts: object, sentence?: string) => {
      lines.push({ ...facts });
      sentences.push(sentence);
    },
  };
  const refuse = createRefusedMessages({ clock, log, metrics });
  refuse('forged');
  assert.deepEqual(lines, [{ refused: { forged: 1 } }]);
  for (let count = 0; count < 1_000; count++) refuse('forged');
  refuse('replayed');
  clock.advance(refusedLogInterval - 1);
  assert.equal(lines.length, 1);
  clock.advance(1);
  assert.deepEqual(lines[1], { refused: { forged: 1_000, replayed: 1 } });
  clock.advance(10 * refusedLogInterval);
  assert.equal(lines.length, 2);
  refuse('stale');
  assert.deepEqual(lines[2], { refused: { stale: 1 } });
  clock.advance(2 * refusedLogInterval);
  refuse('other-version');
  assert.deepEqual(sentences, [
    'Messages on NATS were ignored: not signed by a node of this cloud.',
    'Messages on NATS were ignored: not signed by a node of this cloud; repeats of an earlier message.',
    'Messages on NATS were ignored: from a node whose clock differs by more than 30 s.',
    'Messages on NATS were ignored: from a node whose protocol version is not 1 (run the same release on all nodes).',
  ]);
  const text = await metrics.registry.metrics();
  assert.match(text, /^plenum_cloud_bus_refused_total\{reason="forged"\} 1001$/m);
  assert.match(text, /^plenum_cloud_bus_refused_total\{reason="stale"\} 1$/m);
  assert.match(text, /^plenum_cloud_bus_refused_total\{reason="unsigned"\} 0$/m);
});
