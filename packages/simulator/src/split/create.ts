import { type DatagramOf, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { toSetpoint, toValue } from '../house-schema/fields.ts';
import type { HouseFile, SplitsFile } from '../house-schema/house.ts';
import type { FavouritePlant, Plant } from '../model/state.ts';
import { createFavourite, type FavouriteUnit } from '../room-unit/favourite.ts';
import { createRoomUnitPlant, splitMachines } from '../room-unit/machine.ts';

const { sleepTimer, splitFan, swing, roomUnitMode } = enumerations;
const setpointField = kinds.split.fields.properties.Setpoint;

type UnitFile = SplitsFile['units'][number];
type FavouriteFile = NonNullable<SplitsFile['favourites']>[number];
type Split = DatagramOf<'split'>;

const flagOf = (value: boolean | undefined): number => (value === false ? 0 : 1);

const createSplit = (file: UnitFile): Split => {
  const paired = flagOf(file.paired);
  const brand = file.brandFans === true ? 1 : 0;
  const auto =
    brand === 1 ? splitFan.values['low (brand set: auto)'] : splitFan.values['auto (brand set: 2)'];
  return {
    ...initialDatagram('split'),
    Index: file.index,
    Att: paired,
    Name: file.name,
    On: paired === 1 && file.on === true ? 1 : 0,
    Mode: toValue(roomUnitMode, file.mode ?? 'cool'),
    Fan: file.fan === undefined ? auto : toValue(splitFan, file.fan),
    Setpoint: toSetpoint(setpointField, file.setpoint ?? 23),
    Swing: toValue(swing, file.swing ?? 'none'),
    Act: paired,
    Sleep: sleepTimer.values.off,
    Brand: brand,
    AllOn: flagOf(file.allOn),
    AllOff: flagOf(file.allOff),
  };
};

type FavouriteUnitFile = NonNullable<FavouriteFile['units']>[number];

const createEntry = (file: FavouriteUnitFile, split: Split): FavouriteUnit => [
  file.unit,
  file.on ? 1 : 0,
  file.mode === undefined ? split.Mode : toValue(roomUnitMode, file.mode),
  file.fan === undefined ? split.Fan : toValue(splitFan, file.fan),
  file.setpoint === undefined ? split.Setpoint : toSetpoint(setpointField, file.setpoint),
  file.swing === undefined ? split.Swing : toValue(swing, file.swing),
];

/**
 * Creates the initial split system of a house: its datagrams and its plant. Returns an empty result if the house has
 * none. There are always as many favourites as the system allows; unused ones have no name. `AllOn` and `AllOff`
 * determine if the all-on and all-off buttons of the wall controller switch this unit (interface 2.5 says no more than
 * "enabled"). Commands to the unit and favourites that contain it always switch it.
 */
export function createSplits(house: HouseFile): {
  datagrams: {
    splitSystem: DatagramOf<'splitSystem'>[];
    split: Split[];
    splitFavourite: DatagramOf<'splitFavourite'>[];
  };
  plant: Pick<Plant, 'splits' | 'splitFavourites'>;
} {
  const { splits: file } = house;
  if (file === undefined) {
    return {
      datagrams: { splitSystem: [], split: [], splitFavourite: [] },
      plant: { splits: [], splitFavourites: [] },
    };
  }
  const maxZones = file.maxZones ?? 14;
  const maxFavourites = file.maxFavourites ?? 9;
  const splits = [...file.units].sort((a, b) => a.index - b.index).map(createSplit);
  const byIndex = new Map(splits.map((split) => [split.Index, split]));
  const favourites: DatagramOf<'splitFavourite'>[] = [];
  const plants: FavouritePlant[] = [];
  for (let index = 0; index < maxFavourites; index++) {
    const favourite = file.favourites?.[index];
    const units = (favourite?.units ?? [])
      .filter(({ unit }) => byIndex.has(unit))
      .sort((a, b) => a.unit - b.unit);
    const sleeps = new Array<number>(14).fill(0);
    for (const { unit, sleep } of units) sleeps[unit] = toValue(sleepTimer, sleep ?? 'off');
    plants.push({ sleeps });
    favourites.push({
      ...initialDatagram('splitFavourite'),
      ...createFavourite(index, favourite),
      Zones: units.map((unit) => createEntry(unit, byIndex.get(unit.unit)!)),
    });
  }
  return {
    datagrams: {
      splitSystem: [
        {
          ...initialDatagram('splitSystem'),
          Beep: file.beep === true ? 1 : 0,
          MaxZones: maxZones,
          MaxFavs: maxFavourites,
        },
      ],
      split: splits,
      splitFavourite: favourites,
    },
    plant: {
      splits: splitMachines(house).map(({ pump }) => createRoomUnitPlant(pump.standby)),
      splitFavourites: plants,
    },
  };
}
