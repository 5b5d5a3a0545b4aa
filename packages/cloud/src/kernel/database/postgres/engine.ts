import { Socket } from 'node:net';
import { systemClock } from '@plenum/platform';
import { createQuietWarning } from '@plenum/platform/quiet-log';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { cloudFailures } from '../../failure/failure.ts';
import { toErrorFacts } from '../../log/error-facts.ts';
import type { Log } from '../../log/log.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Engine, ReadEngine } from '../engine.ts';
import { createOutage } from '../outage.ts';
import { withOutageDetection } from '../outage-dialect.ts';
import { transientOfPostgres } from '../transient.ts';
import { PreparingClient } from './preparing-client.ts';

/** Key of the schema lock among the advisory locks of the database: `Plnc` in ASCII. */
const schemaLock = 0x506c6e63;

/**
 * BIGINT (20) and NUMERIC (1700, the sum of BIGINTs) are parsed as numbers, since our times and counts are far below
 * 2^53.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Time limits of a connection, ms. If a node is suspended or disconnected in the middle of a transaction, its rows stay
 * locked no longer than this.
 */
const timeouts = {
  idle_in_transaction_session_timeout: 15_000,
  statement_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/**
 * Milliseconds without a byte after which a connection is closed, because then the database hangs, or its machine or
 * network is down. A working database ends a statement sooner. TCP itself gives up on a sent query only after a quarter
 * of an hour.
 */
const defaultMaxSilence = timeouts.statement_timeout + 10_000;

/** Creates a function that opens sockets which are closed after `maxSilence` ms without a byte. */
const createOpenSocket = (maxSilence: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(maxSilence, () => socket.destroy());
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
  return cloudFailures.error('database-unreachable', { store, why }, error);
};

interface Opened {
  readonly pool: pg.Pool;
  readonly label: string;
}

const openPool = (url: string, log: Log, config: pg.PoolConfig): Opened => {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PreparingClient,
    types,
    connectionTimeoutMillis: 10_000,
    ...timeouts,
    ...config,
  });
  const label = withoutPassword(url);
  const warn = createQuietWarning(log, systemClock);
  // The pool removes a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', (error) =>
    warn(`A connection to the database ${label} was lost.`, { err: toErrorFacts(error) }),
  );
  // If a connection breaks in use, its query fails. Without a listener the connection's error event would also end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, label };
};

const toReadEngine = (dialect: Dialect, { pool, label }: Opened): ReadEngine => {
  const kysely = new Kysely<Tables>({ dialect });
  return {
    kysely,
    label,
    toFailure: (error) => toFailure(error, label),
    close: async () => {
      await kysely.destroy();
      // Kysely does not close a pool from which it has not taken a connection.
      if (!pool.ended) await pool.end();
    },
  };
};

/** Opens a store in a PostgreSQL database, which any number of nodes may share. */
export function openPostgres(
  url: string,
  connections: number,
  log: Log,
  { maxSilence = defaultMaxSilence } = {},
): Engine {
  const name = { application_name: 'plenum-cloud' };
  const stream = createOpenSocket(maxSilence);
  const opened = openPool(url, log, { max: connections, stream, ...name });
  const outage = createOutage({ label: opened.label, codeOf: transientOfPostgres, log });
  const engine = toReadEngine(
    withOutageDetection(new PostgresDialect({ pool: opened.pool }), outage),
    opened,
  );
  return {
    ...engine,
    isExclusive: false,
    // Round trips are slow, so a transaction has many items. While one transaction waits, the next one is built.
    batches: { partitions: 2, maxItems: 256 },
    // Always durable: if only the database crashes, the bridges stay connected and would not send lost data again.
    relaxed: (work) => work(engine.kysely),
    changeSchema: async (work) => {
      const { pool } = openPool(url, log, { max: 1, ...name });
      await using schema = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      await schema.transaction().execute(async (db) => {
        // While a schema change runs, or while this node waits for another node to run it, no byte may be sent for a
        // long time.
        await sql`SET LOCAL statement_timeout = 0`.execute(db);
        await sql`SELECT pg_advisory_xact_lock(${schemaLock})`.execute(db);
        await work(db);
      });
    },
  };
}

/** Opens a store in a PostgreSQL database for reading only. */
export function openPostgresToRead(url: string, log: Log): ReadEngine {
  const options = '-c default_transaction_read_only=on';
  const stream = createOpenSocket(defaultMaxSilence);
  const opened = openPool(url, log, { max: 1, stream, application_name: 'plenum-audit', options });
  return toReadEngine(new PostgresDialect({ pool: opened.pool }), opened);
}
