import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../check/check.ts';
import { initialDatagram } from './initial.ts';
import { componentKinds, kinds } from './kinds.ts';

test('an initial datagram has every member, in order, with an allowed value', () => {
  for (const kind of componentKinds) {
    const datagram = initialDatagram(kind);
    assert.deepEqual(Object.keys(datagram), Object.keys(kinds[kind].fields.properties), kind);
    const checked = check(kinds[kind].fields, datagram);
    assert.ok(checked.ok, checked.ok ? '' : `${kind}.${checked.refusal.path.join('.')}`);
  }
});

test('an initial datagram is off, empty or 0, or as near to that as its limits allow', () => {
  const zone = initialDatagram('zone');
  assert.deepEqual([zone.Index, zone.Name, zone.Mode, zone.Setpoint], [0, '', 1, 1500]);
  assert.equal(initialDatagram('irrigation').Enable, false);
  const program = initialDatagram('program');
  assert.deepEqual([program.StartTimes, program.RunTimes.length, program.RunTimes[0]], [[], 24, { t: 0 }]);
});
