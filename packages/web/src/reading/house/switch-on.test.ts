import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { switchOnFor } from './switch-on.ts';

const house = (SysOn: number, On: number, SysType = 310) =>
  ({
    ...nothingInstalled,
    unit: [{ SysOn, SysType }],
    split: [{ Index: 3, Name: 'Study', On }],
    vrf: [{ X: 1, Name: 'Bedroom', On }],
  }) as unknown as Datagrams;
const give = (name: string, body: unknown) => ({ name, body }) as AnyCommand;
const zone = give('ZoneSetpoint', { Index: 0, Setpoint: 2100 });
const split = give('SplitSystemZoneSetpoint', { Index: 3, Setpoint: 2100 });

test("offers to switch the air conditioner on after a change to a room's setpoint only if the air conditioner is off", () => {
  assert.deepEqual(switchOnFor(zone, house(0, 1))?.command, { name: 'SysOn', body: 1 });
  assert.equal(switchOnFor(zone, house(1, 0)), undefined);
  assert.equal(switchOnFor(give('SysMode', 2), house(0, 0)), undefined);
});

test('offers to switch on a split or fan-coil by name after a change to its setpoint', () => {
  const body = { Index: 3, On: 1 };
  assert.deepEqual(switchOnFor(split, house(1, 0)), {
    kind: 'split',
    name: 'Study',
    command: { name: 'SplitSystemZoneOn', body },
  });
  assert.equal(switchOnFor(split, house(0, 1)), undefined);
  const vrf = give('VrfSystemZoneSetpoint', { Index: 1, Setpoint: 2100 });
  assert.equal(switchOnFor(vrf, house(1, 0))?.command.name, 'VrfSystemZoneOn');
});

test('offers nothing to switch on in a system that only controls zones', () => {
  assert.equal(switchOnFor(zone, house(0, 0, 210)), undefined);
});
