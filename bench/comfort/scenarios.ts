import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type HouseFile, readHouse } from '@plenum/simulator';
import {
  type ClimateName,
  climates,
  generateHouse,
  type Season,
  seasonStarts,
  seasons,
} from './generate-house.ts';
import { must } from './must.ts';

/** One house in one season; each tariff makes one scenario of it. */
export interface Situation {
  readonly house: HouseFile;
  readonly name: string;
  readonly climate: string;
  readonly season: Season;
  readonly seed: number;
  readonly weather: string | undefined;
  /** Beginning of the 14 days of learning, in ms UTC. */
  readonly from: number;
}

const denver = new URL('../../packages/simulator/reference/denver-725650-tmy3.epw.gz', import.meta.url);
const readDenver = (): string => gunzipSync(readFileSync(denver)).toString('utf8');

/** Returns generated houses in every climate and season: `each` houses in each of them. */
export function generatedSituations(each: number, seed: number): readonly Situation[] {
  return Array.from({ length: each }, (_, turn) => turn).flatMap((turn) =>
    (Object.keys(climates) as ClimateName[]).flatMap((climate, place) =>
      seasons.map((season, half): Situation => {
        const own = seed + turn * 8 + place * 2 + half;
        return {
          house: generateHouse(own, climate, season),
          name: `house ${own}`,
          climate,
          season,
          seed: own,
          weather: climate === 'denver' ? readDenver() : undefined,
          from: seasonStarts[season][climate],
        };
      }),
    ),
  );
}

/** Returns the houses of a folder that have a ducted unit and favourites, in both seasons. */
export function situationsIn(folder: string): readonly Situation[] {
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  return files.toSorted().flatMap((name) => {
    const house = must(readHouse(readFileSync(join(folder, name), 'utf8'), name));
    if (house.ducted?.favourites === undefined) return [];
    const file = house.climate?.csv ?? house.climate?.epw;
    const weather = file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
    const isSouth = house.place.latitude < 0;
    return seasons.map((season): Situation => {
      const month = (season === 'winter') === isSouth ? 5 : 0;
      return {
        house,
        name,
        climate: 'its own',
        season,
        seed: house.seed ?? 1,
        weather,
        from: Date.UTC(2025, month, 15),
      };
    });
  });
}
