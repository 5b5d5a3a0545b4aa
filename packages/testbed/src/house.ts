import { type HouseChanges, type HouseToRun, toHouseToRun } from '@plenum/bridge';
import { type HouseName, readShippedHouse } from '@plenum/simulator';
import { houseTime } from './house-time.ts';

/** A shipped house, whose clock begins at `houseTime` where the changes give no other. */
export const toShippedHouse = (name: HouseName, changes: HouseChanges = {}): HouseToRun => {
  const file = readShippedHouse(name);
  if (!file.ok) throw new Error(`The house ${name} cannot be read.`);
  return toHouseToRun(file.value, { startsAt: houseTime, ...changes });
};
