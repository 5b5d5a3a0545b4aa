import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from '../house-file/read.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { type Band, bands, type CaseName, caseNames, type Quantity } from './bands.ts';
import { simulateYear, type Year } from './simulate-year.ts';

const folder = new URL('../../reference/', import.meta.url);

const titles: { readonly [quantity in Quantity]: string } = {
  heating: 'heating MWh',
  cooling: 'cooling MWh',
  peakHeating: 'peak heating kW',
  peakCooling: 'peak cooling kW',
  lowest: 'lowest °C',
  highest: 'highest °C',
  mean: 'mean °C',
};

/** Returns the house of a case of the standard. */
export function readCase(name: CaseName): HouseFile {
  const file = `${name}.yaml`;
  const house = readHouse(readFileSync(new URL(file, folder), 'utf8'), file);
  if (!house.ok) throw new Error(toSentence(house.refusal));
  return house.value;
}

/** Simulates a year of a case. */
export function simulateCase(name: CaseName): Year {
  const house = readCase(name);
  const weather = gunzipSync(readFileSync(new URL(house.climate!.epw!, folder)));
  return simulateYear(house, weather.toString());
}

/** Returns the values of a case that have a band, with the band and whether they are inside. */
export function judge(name: CaseName, { quantities }: Year) {
  const judged: { readonly [quantity in Quantity]?: Band } = bands[name];
  return (Object.keys(judged) as Quantity[]).map((quantity) => {
    const band = judged[quantity]!;
    const value = quantities[quantity];
    return { quantity, value, band, isInside: value >= band[0] && value <= band[1] };
  });
}

/** Returns the rows of the table of one case, for a terminal. */
const toRows = (name: CaseName, year: Year): string[] =>
  judge(name, year).map(({ quantity, value, band, isInside }) =>
    [
      name.padEnd(6),
      titles[quantity].padEnd(16),
      value.toFixed(3).padStart(8),
      `${band[0].toFixed(3).padStart(8)} to ${band[1].toFixed(3).padStart(7)}`,
      isInside ? 'inside' : 'OUTSIDE',
    ].join('  '),
  );

if (import.meta.main) {
  console.log('ANSI/ASHRAE Standard 140-2020, Denver TMY3; bands are the results of its example programs.');
  for (const name of caseNames) {
    const year = simulateCase(name);
    const { net, amount, stored } = year.balance;
    console.log(toRows(name, year).join('\n'));
    console.log(
      `${name.padEnd(6)}  balance ${((net - stored) / amount).toExponential(1)} of all heat that moved`,
    );
  }
}
