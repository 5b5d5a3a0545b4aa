import {
  componentKinds,
  type DatagramOf,
  type Datagrams,
  kinds,
  nothingInstalled,
} from '@plenum/protocol/component';
import { createCompressorPlant, createSwitchPlant, type Plant, type State } from './state.ts';

type Unit = DatagramOf<'unit'>;

/** The members of a plant that builds before 2026-11-22 did not store. */
type Added = 'exceptions' | 'lighting';

/** A stored state, in which an earlier build may have left members out. */
export type StoredState = Omit<State, 'plant'> & {
  readonly plant: Readonly<Omit<Plant, Added> & Partial<Pick<Plant, Added>>>;
};

type UnitPlant = NonNullable<Plant['unit']>;

/** Members of the plant of a unit and of a zone that builds before the installer's commands did not store. */
const isOldUnit = (unit: UnitPlant): boolean => unit.wiredReversed === undefined;

const withSetup = (unit: UnitPlant, { ReverseDampers, AcUnitBrand }: Unit): UnitPlant =>
  isOldUnit(unit)
    ? {
        ...unit,
        wiredReversed: ReverseDampers,
        brand: AcUnitBrand,
        pairing: -1,
        runSeconds: 0,
        evaporative: unit.evaporative && { ...unit.evaporative, speed: 0, fastSeconds: 0 },
      }
    : unit;

/** `AirflowLock` that locked the lowest airflow alone, and a `StageOffset` in hundredths of a degree, of earlier builds. */
const withLaterUnits = (unit: Unit): Unit => ({
  ...unit,
  ...(unit.AirflowLock === 2 && { AirflowLock: 0, AirflowMinLock: 1 }),
  GasHeat: { ...unit.GasHeat, StageOffset: Math.round(unit.GasHeat.StageOffset / 10) },
});

/** A compressor that an earlier build did not count begins at 0; its limit switch is closed. */
const withCompressor = (unit: UnitPlant): UnitPlant => ({
  ...unit,
  limitUntil: unit.limitUntil ?? 0,
  compressor: unit.compressor ?? createCompressorPlant(),
});

/** What an earlier build stored of a machine: all but the favourite that it runs for. */
const withFavourite = <Machine extends { favourite?: number }>(machine: Machine): Machine =>
  machine.favourite === undefined ? { ...machine, favourite: -1 } : machine;

/** Lighting as an earlier build stored it: no occupancy sensor has seen anybody. */
const withSwitches = (lighting: Plant['lighting'], { wallSwitch }: Datagrams): Plant['lighting'] =>
  lighting && { ...lighting, switches: lighting.switches ?? wallSwitch.map(createSwitchPlant) };

/** A tank that the house did not have then is as when it is first switched on. */
const withHotWater = (power: Plant['power'], initial: Plant['power']): Plant['power'] =>
  power === undefined || power.hotWater !== undefined || initial?.hotWater === undefined
    ? power
    : { ...power, hotWater: initial.hotWater };

const lightingKinds = componentKinds.filter((kind) => kinds[kind].subsystem === 'lighting');

const pickLighting = (datagrams: Datagrams) =>
  Object.fromEntries(lightingKinds.map((kind) => [kind, datagrams[kind]])) as Partial<Datagrams>;

/**
 * A stored state as this build has it. What an earlier build did not store gets the value that means what that build
 * did: no favourite is known to run. Lighting that the house did not have then is as in
 * `initial`, the state of the house when it is first switched on.
 */
export const restoreState = (stored: StoredState, initial: State): State => {
  const { plant } = stored;
  const datagrams: Datagrams = {
    ...nothingInstalled,
    ...stored.datagrams,
    ...(plant.lighting === undefined && pickLighting(initial.datagrams)),
    ...(plant.unit !== undefined &&
      isOldUnit(plant.unit) && { unit: stored.datagrams.unit.map(withLaterUnits) }),
  };
  const { unit } = plant;
  const lighting = withSwitches(plant.lighting, datagrams) ?? initial.plant.lighting;
  return {
    ...stored,
    datagrams,
    plant: {
      ...plant,
      lighting,
      power: withHotWater(plant.power, initial.plant.power),
      loads: { ...plant.loads, lights: plant.loads.lights ?? 0, hotWater: plant.loads.hotWater ?? 0 },
      unit: unit && withSetup(withCompressor(withFavourite(unit)), datagrams.unit[0]!),
      zones: plant.zones.map((zone) => (zone.interval === undefined ? { ...zone, interval: 0 } : zone)),
      exceptions: plant.exceptions ?? [],
      splits: plant.splits.map(withFavourite),
      vrfs: plant.vrfs.map(withFavourite),
    },
  };
};
