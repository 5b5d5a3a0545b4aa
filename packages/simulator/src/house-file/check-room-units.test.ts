import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { read, readChanged, smallHouse } from './small-house.fixture.ts';

suite('the splits of a house file', () => {
  test('accepts split systems of 5 or 14 units with 4 or 9 favourites', () => {
    assert.equal(readChanged('maxZones: 5', 'maxZones: 14'), 'right');
    assert.equal(
      readChanged('maxZones: 5', 'maxZones: 6'),
      '<6>: splits.maxZones: 6 cannot be the number of units: systems have 5 or 14.',
    );
    assert.equal(
      readChanged('maxFavourites: 4', 'maxFavourites: 5'),
      '<5>: splits.maxFavourites: 5 cannot be the number of favourites: systems have 4 or 9.',
    );
    const favourites = (count: number) =>
      readChanged(
        '    - { name: Eve, units: [{ unit: 4',
        `${'    - { name: X }\n'.repeat(count - 1)}    - { name: Eve, units: [{ unit: 4`,
      );
    assert.equal(favourites(4), 'right');
    assert.equal(
      favourites(5),
      '<- { name: X>: splits.favourites: 5 cannot be the number of favourites: this system has at most 4.',
    );
  });

  test('has at most 14 units and 9 favourites unless it says otherwise', () => {
    const sizes = '  maxZones: 5\n  maxFavourites: 4\n';
    const index = (number: number) =>
      readChanged(
        `${sizes}  units:\n`,
        `  units:\n    - { index: ${number}, name: L, room: Den, cooling: 3 }\n`,
      );
    assert.equal(index(13), 'right');
    assert.match(index(14), /^<14>: splits\.units\.0\.index: 14 /);
    const eve = '    - { name: Eve, units: [{ unit: 4';
    const favourites = (count: number) =>
      read(
        smallHouse
          .replace('  maxFavourites: 4\n', '')
          .replace(eve, `${'    - { name: X }\n'.repeat(count - 1)}${eve}`),
      );
    assert.equal(favourites(9), 'right');
    assert.match(favourites(10), /There are 10 entries\. Send at most 9/);
  });

  test('refuses a split index that is repeated or outside the system', () => {
    assert.equal(
      readChanged('index: 4', 'index: 5'),
      '<5>: splits.units.1.index: 5 cannot be a unit index: this system has at most 5 units.',
    );
    assert.equal(
      readChanged('index: 4', 'index: 0'),
      '<0>: splits.units.1.index: 0 cannot be a unit index: it is already in the list.',
    );
  });

  test('refuses a split in an unknown room, and a setpoint that does not exist on the wire', () => {
    assert.equal(
      readChanged('name: A, room: Lounge', 'name: A, room: Attic'),
      '<Attic>: splits.units.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(readChanged('setpoint: 22, fan', 'setpoint: 17, fan'), 'right');
    assert.equal(
      readChanged('setpoint: 22, fan', 'setpoint: 16.5, fan'),
      '<16.5>: splits.units.0.setpoint: 16.5 °C is below the minimum of 17 °C.',
    );
  });

  test('refuses a brand set fan speed for a split without brandFans', () => {
    assert.equal(
      readChanged('auto (brand set: 2)', 'brand set: 3'),
      `<'brand set: 3'>: splits.units.0.fan: "brand set: 3" cannot be the fan of this split: it does not have brandFans.`,
    );
    assert.equal(
      readChanged('[{ unit: 4, on: true', "[{ unit: 0, on: true, fan: 'brand set: 3'"),
      `<'brand set: 3'>: splits.favourites.0.units.0.fan: "brand set: 3" cannot be the fan of this split: it does not have brandFans.`,
    );
  });

  test('refuses a favourite that lists a split twice or lists a missing one', () => {
    assert.equal(
      readChanged('unit: 4, on', 'unit: 1, on'),
      '<1>: splits.favourites.0.units.0.unit: 1 cannot be a unit of this favourite: units are 0, 4.',
    );
    assert.equal(
      readChanged('{ unit: 4, on: true, setpoint: 20 }', '{ unit: 4, on: true }, { unit: 4, on: false }'),
      '<4>: splits.favourites.0.units.1.unit: 4 cannot be a unit of this favourite: it is already in the list.',
    );
    assert.equal(
      readChanged('on: true, setpoint: 20', 'on: true, setpoint: 30.5'),
      '<30.5>: splits.favourites.0.units.0.setpoint: 30.5 °C is above the maximum of 30 °C.',
    );
  });
});

suite('the data sheets of splits and VRF units', () => {
  test('refuse an input that the fan and the electronics of the unit alone would take', () => {
    const why = (kind: string, place: number, watts: number) =>
      `<0.2>: ${kind}.units.${place}.performance.coolingInput: 0.2 cannot be the input of this unit: its fan and electronics alone take ${watts} W.`;
    const sheet = 'performance: { fan: 300, standby: 5, coolingInput: 0.2 }';
    const good = 'performance: { fan: 100, standby: 5, coolingInput: 0.2 }';
    assert.equal(readChanged('brandFans: true', `brandFans: true, ${good}`), 'right');
    assert.equal(readChanged('brandFans: true', `brandFans: true, ${sheet}`), why('splits', 1, 305));
    assert.equal(readChanged('name: D,', `name: D, ${good},`), 'right');
    assert.equal(readChanged('name: D,', `name: D, ${sheet},`), why('vrf', 1, 305));
  });
});

suite('the VRF units of a house file', () => {
  test('refuses a repeated VRF unit number', () => {
    assert.equal(
      readChanged('number: 9', 'number: 1'),
      '<1>: vrf.units.1.number: 1 cannot be a unit number: it is already in the list.',
    );
    assert.equal(
      readChanged('number: 9', 'number: 0'),
      '<0>: vrf.units.1.number: 0 is below the minimum of 1.',
    );
  });

  test('refuses a VRF unit in an unknown room, and a setpoint that is not in whole degrees', () => {
    assert.equal(
      readChanged('name: D, room: Den', 'name: D, room: Attic'),
      '<Attic>: vrf.units.1.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
    assert.equal(
      readChanged('setpoint: 22, swings', 'setpoint: 22.5, swings'),
      '<22.5>: vrf.units.0.setpoint: 22.50 °C is not a multiple of 1 °C. Use 22.00 or 23.00.',
    );
  });

  test('refuses a swing that the VRF unit does not allow', () => {
    assert.equal(
      readChanged('swing: vertical', 'swing: horizontal'),
      '<horizontal>: vrf.units.0.swing: "horizontal" cannot be the swing of this unit: it allows none, vertical.',
    );
    assert.equal(
      readChanged('swing: none', 'swing: both'),
      '<both>: vrf.favourites.0.units.0.swing: "both" cannot be the swing of this unit: it allows none, vertical.',
    );
  });

  test('refuses a second VRF master', () => {
    assert.equal(readChanged('swing: vertical, master: true', 'swing: vertical'), 'right');
    assert.equal(
      readChanged('name: D,', 'name: D, master: true,'),
      '<true>: vrf.units.1.master: true cannot be a second master: a system has one.',
    );
  });

  test('refuses a favourite that lists an unknown VRF unit', () => {
    assert.equal(
      readChanged('unit: 1, on', 'unit: 0, on'),
      '<0>: vrf.favourites.0.units.0.unit: 0 cannot be a unit of this favourite: units are 1, 9.',
    );
    assert.equal(
      readChanged('unit: 1, on: true', 'unit: 1, on: true, setpoint: 14'),
      '<14>: vrf.favourites.0.units.0.setpoint: 14 °C is below the minimum of 15 °C.',
    );
  });
});
