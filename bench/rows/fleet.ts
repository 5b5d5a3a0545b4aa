import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { measureFleetOf } from '../cloud/measure-fleet.ts';
import { measureThroughput } from '../cloud/measure-throughput.ts';
import type { Measurement } from '../row.ts';

/** Measures a cloud with many simulated bridges. */
export const measureFleet: Measurement = async () => {
  const rows = [await measureThroughput('SQLite')];
  if (postgresMissing === false) {
    await using postgres = await startPostgres({ isDurable: true });
    rows.push(await measureThroughput('PostgreSQL', await postgres.createDatabase()));
  } else console.error(postgresMissing);
  return [...rows, ...(await measureFleetOf(10_000))];
};
