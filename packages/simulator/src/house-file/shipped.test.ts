import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { check } from '@plenum/protocol/check';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import type { HouseFile } from '../house-schema/house.ts';
import { createSimulator } from '../simulator.ts';
import { type HouseName, houseNames, readShippedFile, readShippedHouse } from './shipped.ts';

const read = (name: HouseName): HouseFile => {
  const house = readShippedHouse(name);
  assert.ok(house.ok, house.ok ? '' : toSentence(house.refusal));
  return house.value;
};

/** Counts the components of a house. */
const count = ({ ducted, splits, vrf, irrigation, power, lighting }: HouseFile) => ({
  zones: ducted?.zones.length,
  constants: ducted?.zones.filter(({ type }) => type === 'constant').length,
  favourites: ducted?.favourites?.length,
  splits: splits?.units.length,
  splitFavourites: splits?.favourites?.length,
  vrfs: vrf?.units.length,
  vrfFavourites: vrf?.favourites?.length,
  stations: irrigation?.stations.length,
  programs: irrigation?.programs?.length,
  devices: power?.devices.length,
  lamps: lighting?.lamps.length,
  switches: lighting?.switches?.length,
  lightFavourites: lighting?.favourites?.length,
});

suite('the shipped houses', () => {
  test('the package ships a demo house, a flat and a large house', () => {
    assert.deepEqual(houseNames, ['demo', 'flat', 'large']);
  });

  for (const name of houseNames)
    test(`stored house equals its file (if not, run "npm run contracts"): ${name}`, () => {
      const file = readShippedFile(name);
      assert.ok(file.ok, file.ok ? '' : toSentence(file.refusal));
      assert.deepEqual(read(name), file.value);
    });

  test('shipped houses have the equipment that their names suggest', () => {
    assert.deepEqual(count(read('demo')), {
      zones: 8,
      constants: 2,
      favourites: 9,
      splits: 3,
      splitFavourites: 3,
      vrfs: 4,
      vrfFavourites: 2,
      stations: 8,
      programs: 9,
      devices: 5,
      lamps: 24,
      switches: 4,
      lightFavourites: 5,
    });
    assert.equal(read('flat').splits!.units.length, 2);
    assert.deepEqual(Object.keys(read('flat')).sort(), [
      'climate',
      'name',
      'place',
      'rooms',
      'seed',
      'splits',
    ]);
  });

  test('the large house reaches every maximum of interface 8', () => {
    const large = read('large');
    assert.deepEqual(count(large), {
      zones: 14,
      constants: 2,
      favourites: 9,
      splits: 14,
      splitFavourites: 9,
      vrfs: 15,
      vrfFavourites: 9,
      stations: 24,
      programs: 9,
      devices: 5,
      lamps: 128,
      switches: 128,
      lightFavourites: 9,
    });
    assert.deepEqual(
      large.vrf!.units.map(({ number }) => number),
      Array.from({ length: 15 }, (_, place) => place + 1),
    );
    assert.ok(large.power!.devices.every(({ channels }) => channels.length === 3));
    assert.equal(large.lighting!.pages!.length, 10);
    assert.ok(large.lighting!.favourites!.some(({ settings }) => settings.length === 128));
    assert.ok(large.irrigation!.programs!.every(({ runTimes }) => runTimes!.length === 24));
    assert.ok(large.ducted!.favourites!.every(({ zones }) => zones!.length === 14));
  });

  for (const name of houseNames)
    test(`a shipped house shows only values that the interface defines: ${name}`, () => {
      const simulator = createSimulator(read(name));
      const start = Date.parse('2026-01-14T00:00:00Z');
      const state = simulator.advance(simulator.initial(start), start + 86_400_000);
      for (const kind of componentKinds)
        for (const datagram of state.datagrams[kind]) {
          const checked = check(kinds[kind].fields, datagram);
          assert.ok(checked.ok, checked.ok ? '' : `${kind} ${toSentence(checked.refusal)}`);
        }
    });
});
