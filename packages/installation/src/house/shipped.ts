import { readFileSync } from 'node:fs';
import type { Result } from '@plenum/protocol';
import type { HouseFile } from './house.ts';
import { readHouse } from './read-house.ts';

/** The houses that come with this package, in `houses/`: the demo house, a flat, and one at every maximum. */
export const houseNames = ['demo', 'flat', 'large'] as const;
export type HouseName = (typeof houseNames)[number];

/** Reads a shipped house from disk: the only file this package opens by itself. */
export const readShippedHouse = (name: HouseName): Result<HouseFile> => {
  const file = `${name}.yaml`;
  return readHouse(readFileSync(new URL(`../../houses/${file}`, import.meta.url), 'utf8'), file);
};
