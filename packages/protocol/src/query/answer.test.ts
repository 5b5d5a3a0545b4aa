import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleHouse, identity } from '../component/example-house.fixture.ts';
import { type Datagrams, nothingInstalled } from '../component/kinds.ts';
import { subsystemNames } from '../definition/subsystem.ts';
import { type Dialect, izone, neutral } from '../dialect/dialect.ts';
import { toSentence } from '../refusal/refusal.ts';
import { answerQuery, isInstalled } from './answer.ts';
import { queries } from './catalogue.ts';

const answer = (
  subsystem: string,
  type: number,
  {
    no = 0,
    house = exampleHouse,
    dialect = neutral,
  }: { no?: number; house?: Datagrams; dialect?: Dialect } = {},
) => {
  const query = queries.find((each) => each.subsystem === subsystem && each.type === type)!;
  return answerQuery({ query, no }, house, identity, dialect);
};

const read = (...args: Parameters<typeof answer>) => {
  const answered = answer(...args);
  assert.ok(answered.ok);
  return JSON.parse(answered.value);
};

const text = { HvacDeviceUId: '000000001', DeviceType: 'ASH' };
const number = { HvacDeviceUId: 1, DeviceType: 'ASH' };
const { zone, unit, schedule, splitSystem, split, splitFavourite, vrf, irrigation, power } = exampleHouse;

test('every response to a query is in the envelope of its subsystem', () => {
  assert.deepEqual(read('ac', 1), { ...text, SystemV2: unit[0] });
  assert.deepEqual(read('ac', 2, { no: 2 }), { ...text, ZonesV2: zone[2] });
  assert.deepEqual(read('ac', 3, { no: 8 }), { ...text, SchedulesV2: schedule[8] });
  assert.deepEqual(read('ac', 4), { ...text, AcUnitFaultHistV2: exampleHouse.faults[0] });
  assert.deepEqual(read('ac', 5), { ...text, UnitBrandAInfoV2: exampleHouse.brandStatus[0] });
  assert.ok('TemperzoneInfoV2' in read('ac', 5, { dialect: izone }));
  assert.deepEqual(read('ac', 6), { ...text, Fmw: 'CSL 1.14,COCBH 4.39' });
  assert.deepEqual(read('split', 1), {
    ...number,
    SplitSystemSystem: { Global: splitSystem[0], Zones: split },
  });
  assert.deepEqual(read('split', 2), { ...number, SplitSystemFavourites: splitFavourite });
  assert.deepEqual(read('vrf', 1), { ...number, VrfControlSystem: { Global: {}, Vrfs: vrf } });
  assert.deepEqual(read('vrf', 3), { ...number, VrfControlFavourite: exampleHouse.vrfFavourite[0] });
  assert.deepEqual(read('irrigation', 1), { ...text, RetSystem: irrigation[0] });
  assert.deepEqual(read('irrigation', 2, { no: 1 }), { ...text, RetProgram: exampleHouse.program[1] });
  assert.deepEqual(read('irrigation', 3, { no: 2 }), { ...text, RetStation: exampleHouse.station[2] });
  assert.deepEqual(read('power', 1), { ...text, PowerMonitorConfig: power[0] });
  assert.deepEqual(read('power', 2), { ...text, PowerMonitorStatus: exampleHouse.powerStatus[0] });
});

test('AC Type 7 and VRF Type 2 contain only live fields', () => {
  const { HvacStatusV2 } = read('ac', 7);
  assert.equal(HvacStatusV2.SysOn, 1);
  assert.equal(HvacStatusV2.FilterWarn, undefined);
  assert.deepEqual(Object.keys(HvacStatusV2.Zones[0]).slice(0, 3), ['Temp', 'Setpoint', 'Mode']);
  assert.equal(HvacStatusV2.Zones.length, 3);
  assert.equal(HvacStatusV2.Zones[0].Name, undefined);
  const { VrfControlStatus } = read('vrf', 2);
  assert.deepEqual(
    VrfControlStatus.Vrfs.map(({ X }: { X: number }) => X),
    [1, 2],
  );
  assert.equal(VrfControlStatus.Vrfs[0].Name, undefined);
});

test('both spellings of the reading number are in the response', () => {
  const { PowerMonitorStatus } = read('power', 2);
  assert.equal(PowerMonitorStatus.lastReadingNo, PowerMonitorStatus.LastReadingNo);
});

test('a query for a missing component is refused with the indexes of the installed ones', () => {
  const missing = answer('ac', 2, { no: 7 });
  assert.ok(!missing.ok);
  assert.equal(
    toSentence(missing.refusal),
    'No: There is no zone 7 in this house; its zones are 0, 1 and 2.',
  );
});

test('a missing part of an installed subsystem is refused with the name of that part', () => {
  const sentenceOf = ([subsystem, type]: [string, number], without: Partial<Datagrams>) => {
    const missing = answer(subsystem, type, { house: { ...exampleHouse, ...without } });
    return missing.ok ? missing.value : toSentence(missing.refusal);
  };
  assert.equal(sentenceOf(['ac', 4], { faults: [] }), 'This house has no fault history.');
  assert.equal(sentenceOf(['ac', 5], { brandStatus: [] }), 'This house has no unit of brand A.');
  assert.equal(sentenceOf(['power', 2], { powerStatus: [] }), 'This house has no power reading.');
  assert.equal(sentenceOf(['ac', 4], { faults: [], unit: [] }), 'This house has no ducted air conditioner.');
});

test('every query to a subsystem that the house does not have is refused', () => {
  for (const query of queries) {
    const answered = answerQuery({ query, no: 0 }, nothingInstalled, identity);
    assert.ok(!answered.ok);
    assert.equal(answered.refusal.code, 'not-installed');
    assert.match(toSentence(answered.refusal), /^This house has no [a-zA-Z ]+\.$/);
  }
  for (const subsystem of subsystemNames) {
    assert.ok(isInstalled(exampleHouse, subsystem));
    assert.ok(!isInstalled(nothingInstalled, subsystem));
  }
});

test('a query to a zoned system without zones returns an empty list', () => {
  assert.deepEqual(read('ac', 7, { house: { ...exampleHouse, zone: [] } }).HvacStatusV2.Zones, []);
});

test('the dialect renames keys of envelope and datagram, but no values', () => {
  const house = { ...exampleHouse, unit: [{ ...unit[0]!, Tag1: 'HvacMode' }] };
  const branded = read('ac', 1, { house, dialect: izone });
  assert.equal(branded.AirStreamDeviceUId, '000000001');
  assert.equal(branded.HvacDeviceUId, undefined);
  assert.equal(branded.SystemV2.iZoneMode, house.unit[0]!.HvacMode);
  assert.equal(branded.SystemV2.HvacMode, undefined);
  assert.deepEqual(branded.SystemV2.Coolbreeze, house.unit[0]!.Evap);
  assert.equal(branded.SystemV2.Tag1, 'HvacMode');
  assert.ok('iZoneStatusV2' in read('ac', 7, { dialect: izone }));
});

test('generates a changed datagram’s text again in every dialect, and reuses others', () => {
  const before = [read('ac', 2), read('ac', 2, { dialect: izone })];
  const house = { ...exampleHouse, zone: [{ ...zone[0]!, Setpoint: 2450 }, ...zone.slice(1)] };
  for (const dialect of [neutral, izone])
    assert.equal(read('ac', 2, { house, dialect }).ZonesV2.Setpoint, 2450);
  assert.deepEqual([read('ac', 2), read('ac', 2, { dialect: izone })], before);
});

test('sends a lighting favourite’s lamps in parts of 8 and 24, with times in the first only', () => {
  const iLightFav = Array.from({ length: 40 }, (_, X) => ({ X, S: '1,80,50,255,255,255,0,0,1,1' }));
  const favourite = { ...exampleHouse.lightFavourite[0]!, iLightFav };
  const house = { ...exampleHouse, lightFavourite: [favourite] };
  const query = queries.find(({ subsystem, type }) => subsystem === 'lighting' && type === 4)!;
  const part = (portion: number) => {
    const answered = answerQuery({ query, no: 0, portion }, house, identity);
    assert.ok(answered.ok);
    return JSON.parse(answered.value).iLightFav;
  };
  const { Fav, iLightFav: _, ...times } = favourite;
  assert.deepEqual(part(1), { Fav, mInd: 1, ...times, iLightFav: iLightFav.slice(0, 8) });
  assert.deepEqual(part(2), { Fav, mInd: 2, iLightFav: iLightFav.slice(8, 32) });
  assert.deepEqual(part(3), { Fav, mInd: 3, iLightFav: iLightFav.slice(32) });
  assert.deepEqual(part(6), { Fav, mInd: 6, iLightFav: [] });
  // A real device may leave out any key, or send another value.
  for (const other of [undefined, 'text', null]) {
    house.lightFavourite[0] = { ...favourite, iLightFav: other } as never;
    assert.deepEqual(part(1), { Fav, mInd: 1, ...times, iLightFav: [] });
  }
});
