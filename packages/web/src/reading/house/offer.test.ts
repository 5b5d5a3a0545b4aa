import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatagramOf, initialDatagram } from '@plenum/protocol/component';
import '../../text/english.fixture.ts';
import { offerOf, refusedKey, unitFans, unitModes, vrfModes } from './offer.ts';

const none = { vrf: [], unit: [] };
const labels = (options: readonly { label: string }[] | undefined) =>
  options?.map(({ label }) => label).join(', ');
const unit = { ...initialDatagram('unit'), SysMode: 1, SysFan: 1, CpuType: 1 };
const vrf = (X: number, more: Partial<DatagramOf<'vrf'>>): DatagramOf<'vrf'> => ({
  ...initialDatagram('vrf'),
  X,
  On: 1,
  Mode: 1,
  Ms: 0,
  ...more,
});

test("offers the modes of a unit's kind, except modes that the unit has refused", () => {
  assert.equal(labels(unitModes(unit, new Set())), 'Cool, Heat, Vent, Dry, Auto');
  assert.equal(labels(unitModes({ ...unit, CpuType: 2 }, new Set())), 'Cool, Vent, Auto, Exhaust, Pump only');
  const refused = new Set([refusedKey('SysMode', 2), refusedKey('SysMode', 1), refusedKey('SysFan', 3)]);
  assert.equal(
    labels(unitModes(unit, refused)),
    'Cool, Vent, Dry, Auto',
    'the current mode stays in the list',
  );
  assert.equal(labels(unitFans(unit, refused)), 'Low, Medium, Auto');
});

test('offers for a favourite only modes and fan speeds that the unit has', () => {
  const favourite = { ...initialDatagram('schedule'), Mode: 1, Fan: 1 };
  const offered = (name: 'SchedAcMode' | 'SchedAcFan', CpuType: number, refused = new Set<string>()) =>
    labels(offerOf(name, favourite, { vrf: [], unit: [{ ...unit, CpuType }] }, refused));
  assert.equal(offered('SchedAcMode', 1), 'Cool, Heat, Vent, Dry, Auto');
  assert.equal(offered('SchedAcMode', 2), 'Cool, Vent, Auto, Exhaust, Pump only');
  assert.equal(offered('SchedAcFan', 1), 'Low, Medium, High, Auto');
  const refused = new Set([refusedKey('SysMode', 2), refusedKey('SchedAcMode', 4), refusedKey('SysFan', 3)]);
  assert.equal(offered('SchedAcMode', 1, refused), 'Cool, Vent, Auto');
  assert.equal(offered('SchedAcFan', 1, refused), 'Low, Medium, Auto');
});

test("offers the modes of a room's type", () => {
  const zone = { ...initialDatagram('zone'), ZoneType: 1, SensType: 0, Mode: 1 };
  assert.equal(labels(offerOf('ZoneMode', zone, none, new Set())), 'Open, Close');
});

test('does not offer a running fan-coil a mode that its outdoor unit cannot currently provide', () => {
  const master = vrf(1, { Ms: 1, Mode: 2 });
  const other = vrf(2, { Mode: 3 });
  const modes = (one: DatagramOf<'vrf'>, ...all: DatagramOf<'vrf'>[]) => labels(vrfModes(one, all));
  const every = 'Cool, Heat, Vent, Dry, Auto';
  const has = modes(other, master, other)!;
  assert.ok(!/Cool|Dry/.test(has) && /Heat/.test(has), has);
  assert.equal(modes({ ...other, On: 0 }, master, other)?.split(', ').length, every.split(', ').length);
  assert.match(modes(master, master, other)!, /Cool.*Heat|Heat.*Cool/);
  // While the master only moves air, the first other unit that heats or cools determines the direction.
  assert.doesNotMatch(modes(other, { ...master, Mode: 3 }, vrf(3, { Mode: 1 }), other)!, /Heat/);
  // Without a master, each fan-coil may use any mode.
  assert.match(modes(other, vrf(1, { Mode: 2 }), other)!, /Cool/);
});

test('offers the swings that a fan-coil has', () => {
  const swings = (SwAl: number) =>
    labels(offerOf('VrfSystemZoneSwing', vrf(1, { SwAl, Sw: 0 }), none, new Set()));
  assert.equal(swings(3)?.split(', ').length, 4);
  assert.equal(swings(1)?.split(', ').length, 2);
  assert.equal(swings(0)?.split(', ').length, 1);
});
