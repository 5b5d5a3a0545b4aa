import { readFileSync } from 'node:fs';
import { assetUrl } from '@plenum/platform/asset';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { HouseFile } from '../house-schema/house.ts';
import { readHouse } from './read.ts';

/** The houses in this package's `houses/`: the demo house, a flat, and one with the maximum of every component. */
export const houseNames = ['demo', 'flat', 'large'] as const;
export type HouseName = (typeof houseNames)[number];

const folder = assetUrl('simulator/houses/');

/**
 * Returns the URL of a shipped house as checked JSON, so that its file need not be parsed and checked at every start.
 */
export const checkedHouseUrl = (name: HouseName): URL => new URL(`gen/${name}.json`, folder);

/** Reads and checks the YAML file of a shipped house. */
export function readShippedFile(name: HouseName): Result<HouseFile> {
  const file = `${name}.yaml`;
  return readHouse(readFileSync(new URL(file, folder), 'utf8'), file);
}

/** Returns a shipped house as `npm run contracts` last stored it. This package opens no other file. */
export const readShippedHouse = (name: HouseName): Result<HouseFile> =>
  ok(JSON.parse(readFileSync(checkedHouseUrl(name), 'utf8')) as HouseFile);
