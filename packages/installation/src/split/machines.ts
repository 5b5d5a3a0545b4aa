import type { HouseFile } from '../house/house.ts';
import { BRAND_FANS, PLAIN_FANS } from '../terminal/fan-speeds.ts';
import { createMachine, type Machine } from '../terminal/machine.ts';

const known = new WeakMap<HouseFile, readonly Machine[]>();

/** The machines of a house's splits in the order of their datagrams; built once for each house. */
export const splitMachines = (house: HouseFile, roomOf: ReadonlyMap<string, number>): readonly Machine[] => {
  const before = known.get(house);
  if (before !== undefined) return before;
  const units = [...(house.splits?.units ?? [])].sort((a, b) => a.index - b.index);
  const made = units.map((unit) =>
    createMachine('split', unit, roomOf, unit.brandFans === true ? BRAND_FANS : PLAIN_FANS),
  );
  known.set(house, made);
  return made;
};
