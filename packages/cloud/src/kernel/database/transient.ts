import { sqlite, sqliteCode } from '@plenum/platform';
import type { StoreErrorCode } from '../failure/store-errors.ts';

/** By SQLSTATE, or its class (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const sqlStates: Readonly<Record<string, StoreErrorCode>> = {
  '40001': 'conflict', // serialization failure
  '40P01': 'conflict', // deadlock detected
  '0A000': 'conflict', // a prepared statement is older than the schema; it is prepared again
  '08': 'unavailable', // connection exception
  25006: 'unavailable', // read-only transaction: a standby server
  '25P03': 'unavailable', // idle in transaction for too long: this node was suspended
  53: 'unavailable', // insufficient resources: disk, memory, connections
  '57P01': 'unavailable', // the database is shutting down
  '57P02': 'unavailable', // another of its processes crashed
  '57P03': 'unavailable', // it is starting or recovering
};

/**
 * Protocol violation. If PostgreSQL itself sends it, we made a mistake, such as more parameters than a statement
 * accepts. A pooler in front of PostgreSQL sends the same code, and closes the connection, if it cannot reach the
 * database.
 */
const protocolViolation = '08P01';

/** Errors of sockets and name resolution (https://man7.org/linux/man-pages/man3/errno.3.html). */
const errnos = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of `pg` for a connection that broke or could not be opened. These errors have no code. */
const messages =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|Client (has encountered a connection error|was closed) and is not queryable$)/;

/** Returns why an error of `pg` is transient, or undefined if it is not. */
export function transientOfPostgres(error: unknown): StoreErrorCode | undefined {
  const { code, message, severity } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string') return messages.test(String(message)) ? 'unavailable' : undefined;
  if (code === protocolViolation && severity !== 'FATAL') return undefined;
  return sqlStates[code] ?? (errnos.has(code) ? 'unavailable' : sqlStates[code.slice(0, 2)]);
}

/** By primary result code (https://www.sqlite.org/rescode.html). */
const sqliteCodes: Readonly<Record<number, StoreErrorCode>> = {
  [sqlite.BUSY]: 'conflict',
  [sqlite.READONLY]: 'unavailable',
  [sqlite.IOERR]: 'unavailable',
  [sqlite.FULL]: 'unavailable',
  [sqlite.CANTOPEN]: 'unavailable',
  [sqlite.CORRUPT]: 'damaged',
};

/** Returns the code of an error of node:sqlite, or undefined if the cause is our own mistake and not the store. */
export function codeOfSqlite(error: unknown): StoreErrorCode | undefined {
  const code = sqliteCode(error);
  return code === undefined ? undefined : sqliteCodes[code];
}
