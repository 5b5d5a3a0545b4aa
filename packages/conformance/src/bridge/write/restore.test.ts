import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import type { Json } from '../read/readings.ts';
import type { Before } from './plan.ts';
import { notRestored, toInverse, toRestoring } from './restore.ts';

const example = (kind: ComponentKind, more: Json = {}): Json => ({
  ...(toExample(kinds[kind].fields) as Json),
  ...more,
});
const before = Object.fromEntries(componentKinds.map((kind) => [kind, [example(kind)]])) as unknown as Before;
const withChange = (kind: ComponentKind, more: Json): Before => ({
  ...before,
  [kind]: [example(kind, more)],
});

test('the inverse of a command sets the previous value of the component', () => {
  assert.deepEqual(toInverse({ SysSetpoint: 1500 }, { Setpoint: 2250 }), { SysSetpoint: 2250 });
  assert.deepEqual(toInverse({ RetEnable: 0 }, { Enable: true }), { RetEnable: 1 });
  const zone = { Index: 3, Setpoint: 2100 };
  assert.deepEqual(toInverse({ ZoneSetpoint: { Index: 3, Setpoint: 1500 } }, zone), {
    ZoneSetpoint: { Index: 3, Setpoint: 2100 },
  });
});

test('the inverse of a command restores its list entry, and removes one that did not exist', () => {
  const runTimes = { Index: 2, RunTimes: [{ t: 5 }, { t: 7 }] };
  assert.deepEqual(toInverse({ RetStRunTime: { Program: 2, No: 1, RunTime: 240 } }, runTimes), {
    RetStRunTime: { Program: 2, No: 1, RunTime: 7 },
  });
  const body = {
    SplitIndex: 4,
    FavouriteIndex: 0,
    Apply: 1,
    On: 1,
    Mode: 1,
    Fan: 1,
    Setpoint: 2000,
    Swing: 0,
    Sleep: 0,
  };
  const removed = toInverse({ SplitSystemChangeSplitFavourite: body }, { Zones: [] });
  assert.equal((removed!.SplitSystemChangeSplitFavourite as Json).Apply, 0);
});

test('a command that starts an action has no inverse', () => {
  assert.equal(toInverse({ FavouriteSet: 1 }, example('schedule')), undefined);
  assert.equal(toInverse({ NoSuchCommand: 1 }, {}), undefined);
});

test('restores only components that have changed', () => {
  assert.deepEqual(toRestoring(before, before), []);
  const { Setpoint } = before.unit[0]!;
  assert.deepEqual(toRestoring(before, withChange('unit', { Setpoint: 1500 })), [{ SysSetpoint: Setpoint }]);
});

test('the check reports settings that could not be restored', () => {
  assert.deepEqual(notRestored(before, before), []);
  const [told] = notRestored(before, withChange('unit', { Setpoint: 1500 }));
  assert.match(told!, /^SystemV2: Setpoint is 1500, but was \d+\.$/);
  assert.deepEqual(
    notRestored(before, withChange('unit', { Temp: 9 })),
    [],
    'no command sets the temperature',
  );
});
