import { type HouseChanges, type HouseToRun, toHouseToRun } from '@plenum/bridge';
import { type HouseName, readShippedHouse } from '@plenum/simulator';
import { houseTime } from './house-time.ts';

/** Returns a shipped house whose clock begins at `houseTime`, unless the changes contain another time. */
export const toShippedHouse = (name: HouseName, changes: HouseChanges = {}): HouseToRun => {
  const file = readShippedHouse(name);
  if (!file.ok) throw new Error(`The house ${name} cannot be read.`);
  return toHouseToRun(file.value, { startsAt: houseTime, ...changes });
};
