import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { offerAfterSetpoint } from './setpoint-offer.ts';
import '../../text/english.fixture.ts';

const house = (SysOn: number, zone: object = {}, SysType = 310) =>
  ({
    ...nothingInstalled,
    unit: [{ SysOn, SysType }],
    zone: [{ Index: 0, Name: 'Lounge', Mode: 3, ZoneType: 3, SensType: 3, ...zone }],
    split: [{ Index: 3, Name: 'Study', On: 0 }],
    vrf: [
      { X: 1, Name: 'Bedroom', On: 0 },
      { X: 2, Name: 'Attic', On: 1 },
    ],
  }) as unknown as Datagrams;
const give = (name: string, body: unknown) => ({ name, body }) as AnyCommand;
const zone = give('ZoneSetpoint', { Index: 0, Setpoint: 2100 });

/** Returns the text of an offer and its commands: `Lounge is closed. Set it to Auto: ZoneMode`. */
const read = (given: AnyCommand, datagrams: Datagrams) => {
  const offer = offerAfterSetpoint(given, datagrams);
  const sent = offer?.commands.map(({ name, body }) => `${name} ${JSON.stringify(body)}`);
  return offer && `${offer.sentence}. ${offer.label}: ${sent!.join(', ')}`;
};

test('offers to switch the air conditioner on after a changed setpoint only if it is off', () => {
  const offer = 'The air conditioner is off. Switch on: SysOn 1';
  assert.equal(read(zone, house(0)), offer);
  assert.equal(read(give('SysSetpoint', 2100), house(0)), offer);
  assert.equal(read(zone, house(1)), undefined);
  assert.equal(read(give('SysMode', 2), house(0)), undefined);
});

test('offers to set a closed room to Auto, and to switch the unit on too if it is off', () => {
  const closed = { Mode: 2 };
  const toAuto = 'ZoneMode {"Index":0,"Mode":3}';
  assert.equal(
    read(zone, house(0, closed)),
    `Lounge is closed. Set it to Auto and switch on: ${toAuto}, SysOn 1`,
  );
  assert.equal(read(zone, house(1, closed)), `Lounge is closed. Set it to Auto: ${toAuto}`);
  assert.equal(read(zone, house(0, closed, 210)), `Lounge is closed. Set it to Auto: ${toAuto}`);
  assert.equal(read(give('SysSetpoint', 2100), house(1, closed)), undefined, 'no room is meant');
});

test('does not offer Auto for a closed room that can only be open or closed', () => {
  assert.equal(read(zone, house(1, { Mode: 2, ZoneType: 1 })), undefined);
});

test('offers to switch on a split or fan-coil by name after a change to its setpoint', () => {
  assert.equal(
    read(give('SplitSystemZoneSetpoint', { Index: 3, Setpoint: 2100 }), house(1)),
    'Study is off. Switch on: SplitSystemZoneOn {"Index":3,"On":1}',
  );
  const vrf = (Index: number) => give('VrfSystemZoneSetpoint', { Index, Setpoint: 2100 });
  assert.equal(read(vrf(1), house(1)), 'Bedroom is off. Switch on: VrfSystemZoneOn {"Index":1,"On":1}');
  assert.equal(read(vrf(2), house(1)), undefined);
});

test('offers nothing to switch on in a system that only controls zones', () => {
  assert.equal(read(zone, house(0, {}, 210)), undefined);
});
