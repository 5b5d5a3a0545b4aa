import { type HeatPumpFile, toHeatPump } from '../house-schema/heat-pump.ts';
import { oncePerHouse, roomNumbers } from '../house-schema/house.ts';
import type { RoomUnitPlant } from '../model/state.ts';
import type { HeatPump } from '../physics/index.ts';
import { BRAND_FANS, PLAIN_FANS } from './fan-speeds.ts';

/** The constant properties of a unit: the number of its room, its nameplate and the airflow of its fan values. */
export interface Machine {
  readonly room: number;
  readonly pump: HeatPump;
  readonly fans: readonly number[];
}

/** The part of a house file's unit that determines its machine. */
interface UnitFile extends HeatPumpFile {
  readonly room: string;
}

/** Creates the machine of a unit. */
export function createMachine(
  kind: 'split' | 'vrf',
  file: UnitFile,
  roomOf: ReadonlyMap<string, number>,
  fans: readonly number[],
): Machine {
  const room = roomOf.get(file.room);
  if (room === undefined) throw new RangeError(`There is no room "${file.room}".`);
  return { room, pump: toHeatPump(kind, file), fans };
}

/** Returns the machines of a house's splits in the order of their datagrams. */
export const splitMachines = oncePerHouse((house): readonly Machine[] => {
  const roomOf = roomNumbers(house);
  return [...(house.splits?.units ?? [])]
    .sort((a, b) => a.index - b.index)
    .map((unit) => createMachine('split', unit, roomOf, unit.brandFans === true ? BRAND_FANS : PLAIN_FANS));
});

/** Returns the machines of a house's fan-coils by unit number, as a sparse array. */
export const vrfMachines = oncePerHouse((house): readonly Machine[] => {
  const roomOf = roomNumbers(house);
  const machines: Machine[] = [];
  for (const unit of house.vrf?.units ?? [])
    machines[unit.number] = createMachine('vrf', unit, roomOf, PLAIN_FANS);
  return machines;
});

/** Creates the plant of a machine that is off and draws its standby power in W. */
export const createRoomUnitPlant = (standby: number): RoomUnitPlant => ({
  favourite: -1,
  sleepEnd: 0,
  acting: 'off',
  load: 0,
  integral: 0,
  restartAt: 0,
  controlAt: 0,
  air: 0,
  humidity: 0,
  outdoor: 0,
  airflow: 0,
  sensible: 0,
  moisture: 0,
  power: standby,
  fault: '',
  silent: false,
});
