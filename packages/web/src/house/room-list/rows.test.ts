import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../../text/english.fixture.ts';
import { initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { columnsOf, findRows, isLarge, toRows } from './rows.ts';

const zone = (Index: number, Name: string, more: object = {}) => ({
  ...initialDatagram('zone'),
  Index,
  Name,
  SensType: 3,
  Temp: 2300,
  Setpoint: 2300,
  Mode: 3,
  ...more,
});
const unit = { ...initialDatagram('unit'), SysOn: 1, SysMode: 1, Temp: 2300, Supply: 2300, ACError: ' OK' };
const split = (Index: number, more: object = {}) => ({
  ...initialDatagram('split'),
  Index,
  Name: 'Attic',
  Att: 1,
  Act: 1,
  On: 0,
  Setpoint: 2150,
  ...more,
});
const vrf = (X: number, more: object = {}) => ({
  ...initialDatagram('vrf'),
  X,
  Name: `Coil ${X}`,
  Ra: 2400,
  Sp: 2200,
  On: 0,
  C325: 1,
  Ac: 1,
  Cvrf: 1,
  Er: ' OK',
  ...more,
});
const house = {
  ...nothingInstalled,
  unit: [unit],
  zone: [zone(0, 'Salón'), zone(1, 'Hall', { SensType: 255, Temp: 0 }), zone(2, 'Study', { SensorFault: 1 })],
  split: [split(0), split(1, { Att: 0 }), split(2, { Name: 'Shed', Act: 0 })],
  vrf: [vrf(1), vrf(ductedUnit)],
};
const rows = toRows(house, 'C');

describe('the rooms of a house', () => {
  it('lists zones, installed splits and fan-coils except the ducted unit as rooms, in this order', () => {
    assert.deepEqual(
      rows.map(({ kind, index, name, command }) => [kind, index, name, command]),
      [
        ['zone', 0, 'Salón', 'ZoneSetpoint'],
        ['zone', 1, 'Hall', 'ZoneSetpoint'],
        ['zone', 2, 'Study', 'ZoneSetpoint'],
        ['split', 0, 'Attic', 'SplitSystemZoneSetpoint'],
        ['split', 2, 'Shed', 'SplitSystemZoneSetpoint'],
        ['vrf', 1, 'Coil 1', 'VrfSystemZoneSetpoint'],
      ],
    );
  });

  it("shows a room's temperature only if it is measured, and a setpoint only if one applies", () => {
    assert.deepEqual(
      rows.map(({ temperature, setpoint }) => [temperature, setpoint]),
      [
        [2300, 2300],
        [undefined, undefined],
        [2300, 2300],
        [undefined, 2150],
        [undefined, 2150],
        [2400, 2200],
      ],
    );
  });

  it('shows the status of a room, or its most serious fault', () => {
    assert.deepEqual(
      rows.map(({ activity, label }) => [activity, label]),
      [
        ['idle', 'At 23°'],
        ['idle', 'Open, unit idle'],
        ['alert', 'Sensor fault: the temperature is not reliable'],
        ['off', 'Off'],
        ['alert', 'Does not answer'],
        ['off', 'Off'],
      ],
    );
    assert.equal(toRows(house, 'F')[0]!.label, 'At 73°');
  });

  it('leaves out the zones of a house without a unit', () => {
    assert.deepEqual(toRows({ ...nothingInstalled, zone: house.zone }, 'C'), []);
  });
});

describe('a search of rooms', () => {
  const find = (words: string) => findRows(rows, words).map(({ name }) => name);

  it('finds rooms whose name or status contains all words, ignoring accents and case', () => {
    assert.deepEqual(find('salon'), ['Salón']);
    assert.deepEqual(find('SALÓN 23'), ['Salón']);
    assert.deepEqual(find('answer shed'), ['Shed']);
    assert.deepEqual(find('shed attic'), []);
    assert.deepEqual(find('coil'), ['Coil 1']);
  });

  it('an empty search finds every room', () => {
    assert.equal(find('').length, rows.length);
    assert.equal(find('  ').length, rows.length);
  });
});

it('a house counts as large from 13 rooms of one kind', () => {
  const zones = (count: number) => Array.from({ length: count }, (_, index) => zone(index, `Room ${index}`));
  assert.equal(isLarge({ ...nothingInstalled, zone: zones(12), split: [split(0)] }), false);
  assert.equal(isLarge({ ...nothingInstalled, zone: zones(13) }), true);
});

describe('the columns of a wall', () => {
  it('a wall has between one column and as many columns as rooms', () => {
    assert.equal(columnsOf(0, 16 / 9), 1);
    for (const proportion of [0.1, 9 / 16, 1, 16 / 9, 10])
      for (let count = 1; count <= 40; count++) {
        const columns = columnsOf(count, proportion);
        assert.ok(columns >= 1 && columns <= count, `${count} rooms on ${proportion}: ${columns}`);
      }
  });

  it('the tiles of a wall are a little wider than they are tall', () => {
    assert.deepEqual(
      [1, 4, 8, 14, 30].map((count) => columnsOf(count, 16 / 9)),
      [1, 3, 4, 5, 7],
    );
    assert.deepEqual(
      [1, 4, 8, 14, 30].map((count) => columnsOf(count, 9 / 16)),
      [1, 2, 2, 3, 4],
    );
    for (let count = 4; count <= 40; count++) {
      const columns = columnsOf(count, 16 / 9);
      const proportion = (16 / 9) * (Math.ceil(count / columns) / columns);
      assert.ok(proportion > 0.85 && proportion < 2, `${count} rooms: tiles of ${proportion}`);
    }
  });
});
