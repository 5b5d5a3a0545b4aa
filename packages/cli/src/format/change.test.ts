import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedComponent } from '@plenum/client';
import { hasOwnTime, toChanges, toDateAndTime, toShownFields } from './change.ts';

const channel = (Name: string) => ({ Name, GrNo: 255, Consum: 1, Enabled: 1 });
const power = {
  Devices: [
    { Enabled: 1, Channels: [channel('House'), channel('Spare'), channel('')] },
    { Enabled: 1, Channels: [channel('Spare'), channel('Sun\u001b[2J'), channel('')] },
  ],
};
const readings = (...watts: number[]): ChangedComponent => ({
  kind: 'powerStatus',
  index: 0,
  datagram: {
    Dev: [0, 1].map((device) => ({
      Ok: 1,
      Batt: 3,
      Ch: [0, 1, 2].map((at) => ({ Pwr: watts[3 * device + at]! })),
    })),
  },
});

test('shows a power reading under its channel’s name, unless the name is missing or shared', () => {
  const fields = toShownFields(readings(1, 2, 3, 4, 5, 6), power as never);
  const names = [...fields.keys()].filter((name) => !/Ok|Batt/.test(name));
  assert.deepEqual(names.slice(0, 3), ['House', 'Dev.0.Ch.1', 'Dev.0.Ch.2']);
  assert.equal(names[3], 'Dev.1.Ch.0');
  assert.ok(!names[4]!.includes('\u001b'), 'no control character reaches the terminal');
  assert.equal(fields.get('House'), '1 W');
});

test('shows the old and the new value of each changed field, and no other fields', () => {
  const [before, after] = [readings(1, 2, 3, 4, 5, 6), readings(9, 2, 3, 4, 5, 6)].map((each) =>
    toShownFields(each, power as never),
  );
  assert.equal(toChanges(before!, after!), 'House 1 W → 9 W');
  assert.equal(toChanges(new Map(), new Map([['Name', 'Den']])), 'Name (none) → Den');
});

test('shows readings by their position until the names of the channels arrive', () => {
  assert.ok(toShownFields(readings(1, 2, 3, 4, 5, 6), undefined).has('Dev.0.Ch.0'));
});

test("treats a house's clock as different if it is over two minutes from the machine's", () => {
  const now = Date.UTC(2026, 0, 5);
  assert.deepEqual(
    [undefined, now, now - 120_000, now + 120_000, now + 120_001, now - 120_001].map((at) =>
      hasOwnTime(at, now),
    ),
    [false, false, false, false, true, true],
  );
  assert.equal(toDateAndTime(now, 'Australia/Sydney'), '2026-01-05 11:00:00');
});
