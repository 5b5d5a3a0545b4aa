import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from './clock.ts';
import { createFakeClock } from './fake-clock.ts';

test('combines calls within a time after the first, and starts a new period afterwards', () => {
  const clock = createFakeClock();
  const ran: number[] = [];
  const start = clock.now();
  const call = coalesce(clock, 20, () => ran.push(clock.now() - start));
  call();
  clock.advance(19);
  call();
  assert.deepEqual(ran, []);
  clock.advance(1);
  assert.deepEqual(ran, [20]);
  clock.advance(100);
  assert.deepEqual(ran, [20]);
  call();
  clock.advance(20);
  assert.deepEqual(ran, [20, 140]);
});
