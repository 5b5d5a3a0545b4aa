import { readFileSync } from 'node:fs';
import { assetUrl } from '@plenum/platform/asset';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { HouseFile } from '../house-schema/house.ts';
import { readHouse } from './read.ts';

/** The houses that come with this package, in `houses/`: the demo house, a flat, and one at every maximum. */
export const houseNames = ['demo', 'flat', 'large'] as const;
export type HouseName = (typeof houseNames)[number];

const folder = assetUrl('simulator/houses/');

/** Where a shipped house is stored as checked JSON, so that a start need neither parse nor check its file. */
export const checkedHouseUrl = (name: HouseName): URL => new URL(`gen/${name}.json`, folder);

/** Reads and checks the YAML file of a shipped house. */
export const readShippedFile = (name: HouseName): Result<HouseFile> => {
  const file = `${name}.yaml`;
  return readHouse(readFileSync(new URL(file, folder), 'utf8'), file);
};

/** A shipped house, as `npm run contracts` last stored it. This package opens no other file. */
export const readShippedHouse = (name: HouseName): Result<HouseFile> =>
  ok(JSON.parse(readFileSync(checkedHouseUrl(name), 'utf8')) as HouseFile);
