import { list, number, record, text, type Value } from '@plenum/protocol/field';
import { ducted } from './ducted.ts';
import { power } from './electricity.ts';
import { irrigation } from './garden.ts';
import { climate, place, room } from './place.ts';
import { splits, vrf } from './terminals.ts';

/** A house as its YAML file describes it, in the units people write: °C, m², kW, minutes, words. */
export const houseFile = record(
  'house',
  {
    name: text('name of the house'),
    systemId: text('id of the bridge, 9 digits in quotes; made at first start when left out', {
      pattern: '^\\d{9}$',
      expected: '9 digits',
    }),
    seed: number('seed of weather and people', { min: 0, max: 4_294_967_295 }),
    step: number('seconds of one simulated step', { min: 5, max: 120, unit: 's' }),
    place,
    climate,
    rooms: list('rooms', room, { min: 1, max: 64 }),
    ducted,
    splits,
    vrf,
    irrigation,
    power,
  },
  { optional: ['systemId', 'seed', 'step', 'climate', 'ducted', 'splits', 'vrf', 'irrigation', 'power'] },
);

export type HouseFile = Value<typeof houseFile>;
export type DuctedFile = NonNullable<HouseFile['ducted']>;
export type SplitsFile = NonNullable<HouseFile['splits']>;
export type VrfFile = NonNullable<HouseFile['vrf']>;
export type IrrigationFile = NonNullable<HouseFile['irrigation']>;
export type PowerFile = NonNullable<HouseFile['power']>;
