import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceHealth } from '../device/device.ts';
import { createHealth } from './health.ts';

/** The health of a bridge that answered at 0, and its changes. */
const start = () => {
  const time = { now: 0, answeredAt: 0 };
  const changes: DeviceHealth[] = [];
  const health = createHealth({
    now: () => time.now,
    answeredAt: () => time.answeredAt,
    silentAfter: 60_000,
    onChange: (change) => changes.push(change),
  });
  health.follow('polling');
  return { time, changes, health };
};

test('a bridge that answered nothing for a minute is silent, since its last answer', () => {
  const { time, changes, health } = start();
  time.now = 60_000;
  health.check();
  assert.equal(health.current().state, 'answering');
  time.now = 60_001;
  health.check();
  health.check();
  assert.deepEqual(changes, [{ state: 'silent', since: 0, answeredAt: 0 }]);
});

test('a bridge that is lost is silent at once, with the reason; a change is reported once', () => {
  const { time, changes, health } = start();
  Object.assign(time, { now: 9_000, answeredAt: 5_000 });
  health.follow('lost', 'nothing listens there');
  time.now = 10_000;
  health.follow('lost', 'nothing listens there');
  assert.deepEqual(changes, [
    { state: 'silent', since: 5_000, answeredAt: 5_000, why: 'nothing listens there' },
  ]);
  Object.assign(time, { now: 12_000, answeredAt: 12_000 });
  health.follow('polling');
  assert.deepEqual(changes[1], { state: 'answering', since: 12_000, answeredAt: 12_000 });
});

test('a bridge with an open live stream answers, however long nothing changes', () => {
  const { time, changes, health } = start();
  health.follow('streaming');
  time.now = 3_600_000;
  health.check();
  assert.deepEqual(changes, []);
  assert.equal(health.current().answeredAt, 3_600_000);
});
