import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CloudFailure } from '../../failure/failure.ts';
import type { Log } from '../../log/log.ts';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

/** Names the schema lock among the advisory locks of the database: `Plnc` in ASCII. */
const schemaLock = 0x506c6e63;

/** Serialization failure, deadlock (https://www.postgresql.org/docs/15/errcodes-appendix.html, class 40). */
const passing = new Set(['40001', '40P01']);

/** BIGINT (20) and NUMERIC (1700, the sum of BIGINTs) are numbers here: our times and counts are far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
};

/**
 * What a connection may take, ms. A node that stands still in the middle of a transaction (stopped, cut off) keeps its rows
 * from the others no longer than that, and one whose database is cut off hears of it.
 */
const leash = {
  idle_in_transaction_session_timeout: 15_000,
  statement_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

const withoutPassword = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null) return 'of that URL';
  return `${parsed.host}${parsed.pathname}`;
};

const toFailure = (error: unknown, store: string): unknown => {
  const { code, syscall, message, errors } = (error ?? {}) as NodeJS.ErrnoException & { errors?: Error[] };
  // Class 28: authorization; 3D: no such database; 57P03: still starting; 53300: too many connections.
  const refused = typeof code === 'string' && /^(28|3D|57P03|53300)/.test(code);
  if (!refused && syscall === undefined && errors === undefined && !/timeout|terminated/.test(message ?? ''))
    return error;
  const why = message || errors?.map((one) => one.message).join('; ') || String(code);
  return new CloudFailure('database-unreachable', { store, why }, error);
};

/** The store in a PostgreSQL database, which any number of nodes may share. */
export const openPostgres = (url: string, connections: number, log: Log): Engine => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: 10_000,
    ...leash,
    application_name: 'plenum-cloud',
  });
  const label = withoutPassword(url);
  // A connection that breaks while idle is taken out of the pool; without a listener it would end the process.
  pool.on('error', (error) =>
    log.warn({ why: error.message }, `A connection to the database ${label} broke.`),
  );
  // One that breaks while it is used fails the query, which says so; its event would end the process too.
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    name: 'postgres',
    kysely,
    // A crash of the database is no failure of power for the bridges: nobody would tell what is lost again.
    lightly: (work) => work(kysely),
    label,
    lockSchema: async (db) => {
      // A step of the schema, or waiting for the node that takes it, may last.
      await sql`SET LOCAL statement_timeout = 0`.execute(db);
      await sql`SELECT pg_advisory_xact_lock(${schemaLock})`.execute(db);
    },
    isPassing: (error) => passing.has((error as { code?: string } | undefined)?.code ?? ''),
    toFailure: (error) => toFailure(error, label),
    close: () => kysely.destroy(),
  };
};
