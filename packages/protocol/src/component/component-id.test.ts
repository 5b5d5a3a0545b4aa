import assert from 'node:assert/strict';
import { test } from 'node:test';
import { izone } from '../dialect/dialect.ts';
import { fromComponentId, toComponentId } from './component-id.ts';
import { exampleHouse } from './example-house.fixture.ts';
import { componentKinds, findDatagram, kinds } from './kinds.ts';

test('component ids are the system id, a kind and an index', () => {
  assert.equal(toComponentId('000000001', { kind: 'unit', index: 0 }), '000000001_hvac_systemsettings_0');
  assert.equal(toComponentId('000000001', { kind: 'zone', index: 13 }), '000000001_hvac_zone_13');
  assert.equal(toComponentId('000000001', { kind: 'schedule', index: 8 }), '000000001_hvac_schedule_8');
  assert.equal(toComponentId('1', { kind: 'splitSystem', index: 0 }), '1_split_systemsettings_0');
  assert.equal(toComponentId('1', { kind: 'split', index: 3 }), '1_split_zone_3');
  assert.equal(toComponentId('1', { kind: 'splitFavourite', index: 3 }), '1_split_favourite_3');
  assert.equal(toComponentId('1', { kind: 'vrf', index: 15 }), '1_vrf_zone_15');
  assert.equal(toComponentId('1', { kind: 'irrigation', index: 0 }), '1_irrigation_systemsettings_0');
  assert.equal(toComponentId('1', { kind: 'program', index: 8 }), '1_irrigation_program_8');
  assert.equal(toComponentId('1', { kind: 'station', index: 23 }), '1_irrigation_station_23');
  assert.equal(toComponentId('1', { kind: 'power', index: 0 }), '1_power_systemsettings_0');
  assert.equal(toComponentId('1', { kind: 'powerStatus', index: 0 }), '1_power_status_0');
  assert.equal(toComponentId('1', { kind: 'lighting', index: 0 }), '1_light_systemsettings_0');
  assert.equal(toComponentId('1', { kind: 'lamp', index: 127 }), '1_light_lamp_127');
  assert.equal(toComponentId('1', { kind: 'wallSwitch', index: 3 }), '1_light_switch_3');
  assert.equal(toComponentId('1', { kind: 'lightFavourite', index: 8 }), '1_light_favourite_8');
});

test('fault history, VRF favourites and lighting diagnostics have no id on the cloud', () => {
  for (const kind of ['lampDiagnostics', 'lightNetwork', 'lastButton'] as const)
    assert.equal(toComponentId('1', { kind, index: 0 }), undefined);
  assert.equal(toComponentId('1', { kind: 'faults', index: 0 }), undefined);
  assert.equal(toComponentId('1', { kind: 'brandStatus', index: 0 }), undefined);
  assert.equal(toComponentId('1', { kind: 'vrfFavourite', index: 0 }), undefined);
});

test('every component id can be read back', () => {
  for (const kind of componentKinds.filter((each) => kinds[each].token !== undefined))
    for (const index of [0, 7, 23, 127])
      for (const dialect of [undefined, izone]) {
        const id = toComponentId('000012345', { kind, index }, dialect)!;
        assert.deepEqual(fromComponentId(id, dialect), { systemId: '000012345', kind, index });
      }
});

test("a component id is written in the dialect's word, and read in that or the neutral one", () => {
  const unit = { systemId: '000000001', kind: 'unit', index: 0 };
  assert.equal(
    toComponentId('000000001', { kind: 'unit', index: 0 }, izone),
    '000000001_izone_systemsettings_0',
  );
  assert.deepEqual(fromComponentId('000000001_hvac_systemsettings_0', izone), unit);
  assert.equal(fromComponentId('000000001_izone_systemsettings_0'), undefined);
});

test('text that is not a component id is read as undefined', () => {
  for (const id of [
    '',
    '000000001',
    '000000001_hvac_zone',
    '000000001_hvac_zone_',
    '000000001_hvac_zone_01',
    '000000001_hvac_zone_-1',
    '000000001_hvac_zone_1000',
    '000000001_hvac_door_1',
    '_hvac_zone_1',
    '000000001_hvac_zone_1\n',
    '000000001_HVAC_ZONE_1',
  ])
    assert.equal(fromComponentId(id), undefined, id);
});

test('a datagram is found by its index, not by its position', () => {
  assert.equal(findDatagram(exampleHouse, 'split', 3)?.Index, 3);
  assert.equal(findDatagram(exampleHouse, 'split', 1), undefined);
  assert.equal(findDatagram(exampleHouse, 'vrf', 2)?.X, 2);
  assert.equal(findDatagram(exampleHouse, 'unit'), exampleHouse.unit[0]);
});
