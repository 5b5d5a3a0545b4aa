import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { componentKinds, initialDatagram, kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import { inspect, type ProblemKind } from './inspect.ts';

const zone = toExample(kinds.zone.fields) as Record<string, unknown>;
const unit = toExample(kinds.unit.fields) as Record<string, unknown>;
const problemsOf = (datagram: object, kind: 'zone' | 'unit' = 'zone') =>
  inspect(kinds[kind].fields, datagram).map(({ kind: what, path, says }) => [what, path, says].join(' | '));
const kindsOf = (change: object): readonly ProblemKind[] =>
  inspect(kinds.zone.fields, { ...zone, ...change }).map(({ kind }) => kind);

describe('the inspection of a datagram', () => {
  it('the inspection accepts an example of each kind, and one with only measurements', () => {
    for (const kind of componentKinds)
      assert.deepEqual(inspect(kinds[kind].fields, toExample(kinds[kind].fields)), [], kind);
    assert.deepEqual(
      inspect(kinds.splitSystem.fields, initialDatagram('splitSystem')).map(({ kind }) => kind),
      [],
    );
  });

  it('the inspection finds missing fields and reports similar spellings', () => {
    const { Setpoint, Temp: _, ...rest } = zone;
    assert.deepEqual(problemsOf({ ...rest, setpoint: Setpoint }), [
      'missing | Setpoint | is spelled "setpoint"',
      'missing | Temp | is not there',
      'unknown | setpoint | is not in the interface',
    ]);
  });

  it('the inspection does not require fields that only real devices send', () => {
    const { TabletId: _, Rh: __, ...rest } = zone;
    assert.deepEqual(problemsOf(rest), []);
  });

  it('the inspection checks every JSON type', () => {
    for (const [change, kind] of [
      [{ Setpoint: '2250' }, 'type'],
      [{ Setpoint: 22.5 }, 'type'],
      [{ ConstA: 'true' }, 'type'],
      [{ Mode: null }, 'type'],
      [{ Name: 7 }, 'type'],
    ] as const)
      assert.deepEqual(kindsOf(change), [kind], JSON.stringify(change));
  });

  it('the inspection checks both sides of a limit, and the step', () => {
    for (const inside of [1500, 3000, 1550]) assert.deepEqual(kindsOf({ Setpoint: inside }), []);
    for (const outside of [1450, 3050, 1525]) assert.deepEqual(kindsOf({ Setpoint: outside }), ['range']);
    assert.deepEqual(kindsOf({ Index: 14 }), ['value']);
    assert.deepEqual(kindsOf({ Name: 'é'.repeat(7) }), []);
    assert.deepEqual(kindsOf({ Name: 'é'.repeat(8) }), ['name']);
  });

  it('the inspection distinguishes an unknown enumeration value from an excessive measurement', () => {
    assert.deepEqual(kindsOf({ Mode: 9 }), ['value']);
    assert.deepEqual(problemsOf({ ...unit, SysType: 320 }, 'unit'), [
      'value | SysType | is 320, not 110-310',
    ]);
  });

  it('the inspection checks values in lists and objects', () => {
    const schedule = toExample(kinds.schedule.fields) as { Zones: object[] };
    const changed = { ...schedule, StartH: 24, Zones: [{ Mode: 1, Setpoint: 900 }] };
    assert.deepEqual(
      inspect(kinds.schedule.fields, changed).map(({ kind, path }) => `${kind} ${path}`),
      ['range StartH', 'range Zones', 'range Zones[0].Setpoint'],
    );
    assert.deepEqual(inspect(kinds.schedule.fields, { ...schedule, StartH: 31 }), []);
  });
});
