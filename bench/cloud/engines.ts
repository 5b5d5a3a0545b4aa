import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';

/** Measures with SQLite, and with a durable PostgreSQL if it is installed; `createDatabase` returns its URL, or nothing. */
export async function onEachEngine<Value>(
  measure: (engine: string, createDatabase: () => Promise<string | undefined>) => Promise<readonly Value[]>,
): Promise<readonly Value[]> {
  const onSqlite = await measure('SQLite', async () => undefined);
  if (postgresMissing !== false) {
    console.error(postgresMissing);
    return onSqlite;
  }
  await using postgres = await startPostgres({ isDurable: true });
  return [...onSqlite, ...(await measure('PostgreSQL', postgres.createDatabase))];
}
