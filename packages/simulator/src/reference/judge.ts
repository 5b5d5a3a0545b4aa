import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from '../house-file/read.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { type Band, bands, type CaseName, type Quantity } from './bands.ts';
import { simulateYear, type Year } from './simulate-year.ts';

const folder = new URL('../../reference/', import.meta.url);

/** Returns the house of a case of the standard. */
export function readCase(name: CaseName): HouseFile {
  const file = `${name}.yaml`;
  const house = readHouse(readFileSync(new URL(file, folder), 'utf8'), file);
  if (!house.ok) throw new Error(toSentence(house.refusal));
  return house.value;
}

/** Returns the text of the weather of a case. */
export const readWeather = (name: CaseName): string =>
  gunzipSync(readFileSync(new URL(readCase(name).climate!.epw!, folder))).toString();

/** Simulates a year of a case. */
export const simulateCase = (name: CaseName): Year => simulateYear(readCase(name), readWeather(name));

/** Returns the values of a case that have a band, with the band and whether they are inside. */
export function judge(name: CaseName, { quantities }: Year) {
  const judged: { readonly [quantity in Quantity]?: Band } = bands[name];
  return (Object.keys(judged) as Quantity[]).map((quantity) => {
    const band = judged[quantity]!;
    const value = quantities[quantity];
    return { quantity, value, band, isInside: value >= band[0] && value <= band[1] };
  });
}
