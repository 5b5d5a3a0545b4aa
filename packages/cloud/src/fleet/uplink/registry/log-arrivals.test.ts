import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '../../../kernel/log/log.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import { arrivalsInterval, logArrivals } from './log-arrivals.ts';

test('logs once a minute how many bridges arrived and left, and nothing if none did', () => {
  const clock = createFakeClock(0);
  const lines: object[] = [];
  let connected: readonly string[] = ['a', 'b'];
  const registry = { all: () => connected.map((systemId) => ({ systemId }) as BridgeConnection) };
  const log = { ...silent, info: (facts: object) => void lines.push(facts) };
  const stop = logArrivals({ registry, clock, log });
  clock.advance(arrivalsInterval - 1);
  assert.deepEqual(lines, []);
  clock.advance(1);
  assert.deepEqual(lines, [{ arrived: 2, left: 0, connected: 2 }]);
  connected = ['b', 'c', 'd'];
  clock.advance(arrivalsInterval);
  assert.deepEqual(lines[1], { arrived: 2, left: 1, connected: 3 });
  clock.advance(5 * arrivalsInterval);
  assert.equal(lines.length, 2);
  stop();
  connected = [];
  clock.advance(arrivalsInterval);
  assert.equal(lines.length, 2);
});
