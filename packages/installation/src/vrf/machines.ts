import type { HouseFile } from '../house/house.ts';
import { PLAIN_FANS } from '../terminal/fan-speeds.ts';
import { createMachine, type Machine } from '../terminal/machine.ts';

const known = new WeakMap<HouseFile, readonly Machine[]>();

/** The machines of a house's fan-coils by unit number, which leaves holes; built once for each house. */
export const vrfMachines = (house: HouseFile, roomOf: ReadonlyMap<string, number>): readonly Machine[] => {
  const before = known.get(house);
  if (before !== undefined) return before;
  const made: Machine[] = [];
  for (const unit of house.vrf?.units ?? [])
    made[unit.number] = createMachine('vrf', unit, roomOf, PLAIN_FANS);
  known.set(house, made);
  return made;
};
