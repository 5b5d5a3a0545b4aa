import { measureSignInAttacks } from './cloud/measure-sign-in.ts';
import { toTable } from './row.ts';
import { measureAttached } from './rows/attached.ts';
import { measureBridgeNeighbours } from './rows/bridge-neighbour.ts';
import { measureCloud } from './rows/cloud.ts';
import { measureFleet } from './rows/fleet.ts';
import { measureHouse } from './rows/house.ts';
import { measureLocal } from './rows/local.ts';
import { measureNeighbours } from './rows/neighbour.ts';
import { measurePages } from './rows/page.ts';
import { measureStart } from './rows/start.ts';

/** Runs all measurements, or only those named on the command line, and prints the table. */
const measurements = {
  local: measureLocal,
  attached: measureAttached,
  house: measureHouse,
  start: measureStart,
  page: measurePages,
  cloud: measureCloud,
  fleet: measureFleet,
  neighbour: measureNeighbours,
  'bridge-neighbour': measureBridgeNeighbours,
  'sign-in': measureSignInAttacks,
};
type Name = keyof typeof measurements;

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !(name in measurements));
if (unknown !== undefined) {
  console.error(`There is no measurement ${unknown}. Use one of: ${Object.keys(measurements).join(', ')}.`);
  process.exit(2);
}
const names = (requested.length > 0 ? requested : Object.keys(measurements)) as Name[];
const rows = [];
for (const name of names) rows.push(...(await measurements[name]()));
console.log(toTable(rows));
process.exitCode = rows.every(({ within }) => within) ? 0 : 1;
