import type pg from 'pg';
import { connectTo, createDatabase, dropDatabase } from './postgres.ts';

/**
 * Databases that tests use one after the other, because emptying one takes a tenth of the time that copying the
 * template takes.
 */
export interface DatabasePool extends AsyncDisposable {
  /**
   * Takes a database that is equal to the template, for one test at a time. It is returned at the end of the scope, and
   * remaining connections are closed.
   */
  take(): Promise<{ readonly url: string } & AsyncDisposable>;
}

/** A database with more written rows is not reused, because deleted rows still take up space. */
const maxRows = 1_000;
const maxUses = 50;

interface Used {
  readonly url: string;
  readonly client: pg.Client & AsyncDisposable;
  readonly emptied: readonly string[];
  /** Resolves to a text that changes if the definition of any table or the rows of the template change. */
  readonly readDefinition: () => Promise<string>;
  readonly definition: string;
  uses: number;
}

const tablesOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
};

const hasRows = async (client: pg.Client, table: string): Promise<boolean> =>
  (await client.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount === 1;

/**
 * The transaction that last wrote each row of the catalogue or of a table, so that any change to a row changes the
 * result.
 */
const definitionQuery = (filled: readonly string[]): string => {
  const parts = [
    `pg_class WHERE relnamespace = 'public'::regnamespace`,
    `pg_proc WHERE pronamespace = 'public'::regnamespace`,
    'pg_trigger',
    'pg_db_role_setting',
    ...filled,
  ].map((from, place) => `SELECT ${place} AS place, ctid::text AS row, xmin::text AS writer FROM ${from}`);
  return `SELECT md5(string_agg(place || row || writer, ' ' ORDER BY place, row)) AS hash FROM (${parts.join(' UNION ALL ')}) AS all_rows`;
};

const prepare = async (url: string): Promise<Used> => {
  const client = await connectTo(url);
  // Rows can be deleted in any order, because references between tables are not checked meanwhile.
  await client.query('SET session_replication_role = replica');
  const tables = await tablesOf(client);
  const filled: string[] = [];
  for (const table of tables) if (await hasRows(client, table)) filled.push(table);
  const readDefinition = async () =>
    (await client.query<{ hash: string }>(definitionQuery(filled))).rows[0]!.hash;
  const emptied = tables.filter((table) => !filled.includes(table));
  return { url, client, emptied, readDefinition, definition: await readDefinition(), uses: 0 };
};

/** Closes the connections of other clients, and waits until they are closed. */
const disconnectOthers = async (client: pg.Client): Promise<void> => {
  const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  while ((await client.query(ended)).rowCount! > 0) await new Promise(setImmediate);
};

/** Empties a database; returns `false` if it no longer matches the template, or has been used often enough. */
const empty = async (used: Used): Promise<boolean> => {
  const { client, emptied } = used;
  await disconnectOthers(client);
  if (++used.uses === maxUses || (await used.readDefinition()) !== used.definition) return false;
  const deletions = emptied.map((table) => `DELETE FROM ${table}`).join(';');
  // A query with several statements has one result for each.
  const results = (await client.query(deletions)) as unknown as pg.QueryResult[];
  return results.reduce((sum, { rowCount }) => sum + rowCount!, 0) <= maxRows;
};

/** Creates a pool next to the database of a URL. */
export function createDatabasePool(server: string, template: string): DatabasePool {
  const free: Used[] = [];
  const giveBack = async (used: Used) => {
    if (await empty(used)) {
      free.push(used);
      return;
    }
    await used.client.end();
    await dropDatabase(server, used.url);
  };
  return {
    take: async () => {
      const used = free.pop() ?? (await prepare(await createDatabase(server, template)));
      return { url: used.url, [Symbol.asyncDispose]: () => giveBack(used) };
    },
    [Symbol.asyncDispose]: async () => {
      for (const { client } of free.splice(0)) await client.end();
    },
  };
}
