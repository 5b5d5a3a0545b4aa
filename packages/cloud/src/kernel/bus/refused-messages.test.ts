import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createMetrics } from '../http/metrics.ts';
import { silent } from '../log/log.ts';
import { createRefusedMessages, refusedLogInterval } from './refused-messages.ts';

it('ignored messages are counted by reason, and logged at once and then once in each minute that has any', async () => {
  const clock = createFakeClock(0);
  const metrics = createMetrics();
  const lines: unknown[] = [];
  const log = { ...silent, warn: (facts: object) => void lines.push({ ...facts }) };
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
  const text = await metrics.registry.metrics();
  assert.match(text, /^plenum_cloud_bus_refused_total\{reason="forged"\} 1001$/m);
  assert.match(text, /^plenum_cloud_bus_refused_total\{reason="stale"\} 1$/m);
});
