import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, initialDatagram, kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import type { Json } from '../read/readings.ts';
import { type Before, describePlan, planWrites } from './plan.ts';

const example = (kind: ComponentKind, more: Json = {}): Json => ({
  ...(toExample(kinds[kind].fields) as Json),
  ...more,
});
const everything = Object.fromEntries(
  componentKinds.map((kind) => [kind, [example(kind)]]),
) as unknown as Before;
const nothing = Object.fromEntries(componentKinds.map((kind) => [kind, []])) as unknown as Before;

const exerciseOf = (name: string, before = everything, water = false) =>
  planWrites(before, { water }).exercises.find((each) => each.name === name);

describe('planning the commands of a check', () => {
  it('the plan has every command for a fully equipped bridge, or the reason for omitting it', () => {
    const { exercises, skipped } = planWrites(everything, { water: true });
    const known = new Set([...exercises.map(({ name }) => name), ...skipped.keys()]);
    assert.deepEqual(
      [...catalogue.keys()].filter((name) => !known.has(name)),
      [],
    );
    assert.equal(planWrites(nothing, { water: true }).exercises.length, 0);
  });

  it('the plan has values on both sides of the limits in the definitions', () => {
    const { inside, outside } = exerciseOf('SysSetpoint')!;
    assert.deepEqual(inside, [{ SysSetpoint: 1500 }, { SysSetpoint: 3000 }]);
    for (const value of [1499, 3001, '1500', null])
      assert.ok(
        outside.some((body) => body.SysSetpoint === value),
        String(value),
      );
    for (const { inside: taken, outside: refused, name } of planWrites(everything, { water: true }).exercises)
      if (!name.startsWith('v1 ')) {
        for (const body of taken) assert.ok(checkCommand(body).ok, JSON.stringify(body));
        for (const body of refused) assert.ok(!checkCommand(body).ok, JSON.stringify(body));
      }
  });

  it('the plan addresses only components that exist, and never VRF unit 0', () => {
    const vrf = [example('vrf', { X: 0 }), example('vrf', { X: 5 })];
    const { inside, index } = exerciseOf('VrfSystemZoneOn', { ...everything, vrf } as never)!;
    assert.equal(index, 5);
    assert.deepEqual(
      inside.map(({ VrfSystemZoneOn }) => (VrfSystemZoneOn as Json).Index),
      [5, 5],
    );
  });

  it('the plan makes water run only if that is allowed', () => {
    const bodies = (name: string, water: boolean) =>
      exerciseOf(name, everything, water)!.inside.map((body) => body[name]);
    assert.deepEqual([bodies('RetTestMode', false), bodies('RetTestMode', true)], [[0], [0, 1]]);
    assert.equal(bodies('RetRunProgram', false).length, 1);
    assert.equal(bodies('RetStnMode', true).length - bodies('RetStnMode', false).length, 1);
    const told = (water: boolean) => describePlan(planWrites(everything, { water }), { water }).at(-1);
    assert.match(told(false)!, /^No water runs/);
    assert.match(told(true)!, /^Water runs/);
  });

  it('the plan moves no garage door or blind, and does not touch the settings of the lighting', () => {
    for (const name of ['LiAllOn', 'LiFavAct', 'CbldDrive', 'LiNetSet', 'LiPair', 'LiRemove', 'ReSetMe'])
      assert.equal(exerciseOf(name), undefined, name);
    const doors = [example('lamp', { Type: 'CGDO', Att: 1 }), example('lamp', { Type: 'CBLD', Att: 1 })];
    assert.equal(exerciseOf('LiOn', { ...everything, lamp: doors } as never), undefined);
  });

  it('the plan has no commands for an air conditioner that the bridge has lost', () => {
    const unit = [initialDatagram('unit') as Json].map((each) =>
      Object.fromEntries(
        Object.entries(each).map(([key, value]) => [
          key,
          typeof value === 'number' ? 0 : typeof value === 'string' ? '' : 0,
        ]),
      ),
    );
    assert.equal(exerciseOf('SysOn', { ...everything, unit } as never), undefined);
  });
});
