import { type DatagramOf, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { allowsSwing } from '@plenum/protocol/vrf';
import { toSetpoint, toValue } from '../house-schema/fields.ts';
import type { HouseFile, VrfFile } from '../house-schema/house.ts';
import { roundTo, TENTH } from '../model/reading.ts';
import type { FavouritePlant, Plant, VrfPlant } from '../model/state.ts';
import type { ClimateState } from '../physics/index.ts';
import { createFavourite, type FavouriteUnit } from '../room-unit/favourite.ts';
import { createRoomUnitPlant, type Machine, vrfMachines } from '../room-unit/machine.ts';
import { toMirror } from './mirror.ts';

const { sleepTimer, swing, roomUnitMode, vrfFan } = enumerations;
/** Number of VRF favourites, the maximum of a split system (interface 2.7). */
const FAVOURITES = 9;
const setpointField = kinds.vrf.fields.properties.Sp;

type UnitFile = VrfFile['units'][number];
type FavouriteUnitFile = NonNullable<NonNullable<VrfFile['favourites']>[number]['units']>[number];
type Vrf = DatagramOf<'vrf'>;

const createUnit = (file: UnitFile, air: number): Vrf => {
  const allowed = toValue(swing, file.swings ?? 'none');
  const wanted = toValue(swing, file.swing ?? 'none');
  const remote = file.remoteSensor === true ? 1 : 0;
  return {
    ...initialDatagram('vrf'),
    X: file.number,
    Name: file.name,
    On: file.on === true ? 1 : 0,
    Mode: toValue(roomUnitMode, file.mode ?? 'cool'),
    Fan: toValue(vrfFan, file.fan ?? 'auto'),
    Sp: toSetpoint(setpointField, file.setpoint ?? 23),
    Sw: allowsSwing(allowed, wanted) ? wanted : swing.values.none,
    Er: ' OK',
    Ra: roundTo(100 * air, TENTH),
    Rs: remote,
    C325: 1,
    Ac: 1,
    Cvrf: 1,
    Id: file.number,
    Ms: file.master === true ? 1 : 0,
    Rf: remote,
    Tmr: sleepTimer.values.off,
    TmrL: 0,
    SwAl: allowed,
  };
};

const createEntry = (file: FavouriteUnitFile, vrf: Vrf): FavouriteUnit => [
  file.unit,
  file.on ? 1 : 0,
  file.mode === undefined ? vrf.Mode : toValue(roomUnitMode, file.mode),
  file.fan === undefined ? vrf.Fan : toValue(vrfFan, file.fan),
  file.setpoint === undefined ? vrf.Sp : toSetpoint(setpointField, file.setpoint),
  file.swing === undefined ? vrf.Sw : toValue(swing, file.swing),
];

/** Creates the plant of a fan-coil. The mirror of the ducted system has no machine. */
const createVrfPlant = (machine: Machine | undefined): VrfPlant => ({
  ...createRoomUnitPlant(machine?.pump.standby ?? 0),
  sensorLost: false,
});

/**
 * Creates the initial VRF system of a house: its datagrams and its plant. Returns an empty result if the house has
 * none. `unit` is the ducted unit of the same house, which unit 0 then mirrors. There are always nine favourites;
 * unused ones have no name.
 */
export function createVrf(
  house: HouseFile,
  climate: ClimateState,
  unit: DatagramOf<'unit'> | undefined,
): {
  datagrams: { vrf: Vrf[]; vrfFavourite: DatagramOf<'vrfFavourite'>[] };
  plant: Pick<Plant, 'vrfs' | 'vrfFavourites'>;
} {
  const { vrf: file, rooms } = house;
  if (file === undefined) {
    return { datagrams: { vrf: [], vrfFavourite: [] }, plant: { vrfs: [], vrfFavourites: [] } };
  }
  const vrfs = [...file.units]
    .sort((a, b) => a.number - b.number)
    .map((each) => createUnit(each, climate.air[rooms.findIndex(({ name }) => name === each.room)]!));
  const byNumber = new Map(vrfs.map((vrf) => [vrf.X, vrf]));
  if (unit !== undefined) vrfs.unshift(toMirror(unit));
  const favourites: DatagramOf<'vrfFavourite'>[] = [];
  const plants: FavouritePlant[] = [];
  for (let index = 0; index < FAVOURITES; index++) {
    const favourite = file.favourites?.[index];
    const units = (favourite?.units ?? [])
      .filter((each) => byNumber.has(each.unit))
      .sort((a, b) => a.unit - b.unit);
    const sleeps = new Array<number>(16).fill(0);
    for (const { unit: number, sleep } of units) sleeps[number] = toValue(sleepTimer, sleep ?? 'off');
    plants.push({ sleeps });
    favourites.push({
      ...initialDatagram('vrfFavourite'),
      ...createFavourite(index, favourite),
      Units: units.map((each) => createEntry(each, byNumber.get(each.unit)!)),
    });
  }
  return {
    datagrams: { vrf: vrfs, vrfFavourite: favourites },
    plant: { vrfs: vrfs.map(({ X }) => createVrfPlant(vrfMachines(house)[X])), vrfFavourites: plants },
  };
}
