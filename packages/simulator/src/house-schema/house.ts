import { type Field, list, number, record, text, type Value } from '@plenum/protocol/field';
import { ducted } from './ducted.ts';
import { irrigation } from './irrigation.ts';
import { lighting } from './lighting.ts';
import { climate, place, room } from './place.ts';
import { power } from './power.ts';
import { splits, vrf } from './room-units.ts';
import { houseSettings } from './settings-of-house.ts';
import { testCase } from './test-case.ts';

/** The contents of a house file, in everyday units: °C, m², kW, minutes, words. */
export const houseFile = record(
  'house',
  {
    name: text('name of the house', {
      pattern: '^[^\\p{Cc}]{1,60}$',
      expected: '1 to 60 characters on one line',
    }),
    systemId: text('id of the bridge, 9 digits in quotes; if left out, generated at the first start', {
      pattern: '^\\d{9}$',
      expected: '9 digits',
    }),
    seed: number('seed of weather and people', { min: 0, max: 4_294_967_295 }),
    step: number('seconds of one simulated step; at most 60 with irrigation', {
      min: 5,
      max: 120,
      unit: 's',
    }),
    place,
    climate,
    rooms: list('rooms', room, { min: 1, max: 64 }),
    ducted,
    splits,
    vrf,
    irrigation,
    power,
    lighting,
    testCase,
    settings: houseSettings as Field,
  },
  {
    optional: [
      'systemId',
      'seed',
      'step',
      'climate',
      'ducted',
      'splits',
      'vrf',
      'irrigation',
      'power',
      'lighting',
      'testCase',
      'settings',
    ],
  },
);

export type HouseFile = Value<typeof houseFile>;
export type DuctedFile = NonNullable<HouseFile['ducted']>;
export type SplitsFile = NonNullable<HouseFile['splits']>;
export type VrfFile = NonNullable<HouseFile['vrf']>;
export type IrrigationFile = NonNullable<HouseFile['irrigation']>;
export type LightingFile = NonNullable<HouseFile['lighting']>;
export type PowerFile = NonNullable<HouseFile['power']>;

/** Returns the random seed of a house, 1 if its file has none. */
export const seedOf = ({ seed = 1 }: Pick<HouseFile, 'seed'>): number => seed;

/** Returns a function that caches its result for each house file. */
export function oncePerHouse<Result extends object>(
  derive: (house: HouseFile) => Result,
): (house: HouseFile) => Result {
  const results = new WeakMap<HouseFile, Result>();
  // A step asks a dozen times for the results of one house.
  let last: readonly [HouseFile, Result] | undefined;
  return (house) => {
    if (last?.[0] === house) return last[1];
    const result = results.get(house) ?? derive(house);
    results.set(house, result);
    last = [house, result];
    return result;
  };
}

/** Returns the numbers of the rooms of a house, by name. They are the indexes in the arrays of the physics. */
export const roomNumbers = oncePerHouse(
  ({ rooms }): ReadonlyMap<string, number> => new Map(rooms.map(({ name }, number) => [name, number])),
);
