import { HEAT_PUMPS, type HeatPump, scaleHeatPump } from '../physics/index.ts';

/** What does not change about a unit: the number of its room, its nameplate and the airflow of its fan values. */
export interface Machine {
  readonly room: number;
  readonly pump: HeatPump;
  readonly fans: readonly number[];
}

/** The part of a house file's unit a machine is made from; capacities in kW. */
interface UnitFile {
  readonly room: string;
  readonly cooling: number;
  readonly heating?: number;
}

/** Builds the machine of a unit as its house file describes it; its heating follows from its cooling where left out. */
export const createMachine = (
  kind: 'split' | 'vrf',
  file: UnitFile,
  roomOf: ReadonlyMap<string, number>,
  fans: readonly number[],
): Machine => {
  const scaled = scaleHeatPump(HEAT_PUMPS[kind], 1000 * file.cooling);
  const room = roomOf.get(file.room);
  if (room === undefined) throw new RangeError(`There is no room "${file.room}".`);
  return {
    room,
    pump: file.heating === undefined ? scaled : { ...scaled, heating: 1000 * file.heating },
    fans,
  };
};
