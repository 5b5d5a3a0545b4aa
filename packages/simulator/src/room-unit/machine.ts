import { oncePerHouse, roomNumbers } from '../house-schema/house.ts';
import type { RoomUnitPlant } from '../model/state.ts';
import { HEAT_PUMPS, type HeatPump, scaleHeatPump } from '../physics/index.ts';
import { BRAND_FANS, PLAIN_FANS } from './fan-speeds.ts';

/** The constant properties of a unit: the number of its room, its nameplate and the airflow of its fan values. */
export interface Machine {
  readonly room: number;
  readonly pump: HeatPump;
  readonly fans: readonly number[];
}

/** The part of a house file's unit that determines its machine. Capacities in kW. */
interface UnitFile {
  readonly room: string;
  readonly cooling: number;
  readonly heating?: number;
}

/** Creates the machine of a unit. Without a rated heating capacity, the model's is scaled by the cooling capacity. */
export function createMachine(
  kind: 'split' | 'vrf',
  file: UnitFile,
  roomOf: ReadonlyMap<string, number>,
  fans: readonly number[],
): Machine {
  const scaled = scaleHeatPump(HEAT_PUMPS[kind], 1000 * file.cooling);
  const room = roomOf.get(file.room);
  if (room === undefined) throw new RangeError(`There is no room "${file.room}".`);
  return {
    room,
    pump: file.heating === undefined ? scaled : { ...scaled, heating: 1000 * file.heating },
    fans,
  };
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

/** Creates the plant of a machine that is off and draws its standby power. */
export const createRoomUnitPlant = (kind: 'split' | 'vrf'): RoomUnitPlant => ({
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
  power: HEAT_PUMPS[kind].standby,
  fault: '',
  silent: false,
});
