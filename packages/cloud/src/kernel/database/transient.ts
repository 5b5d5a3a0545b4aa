import { sqlite, sqliteCode } from '@plenum/machine';
import type { StoreUnavailable } from '../failure/store-unavailable.ts';

type TransientKind = StoreUnavailable['kind'];

/** By SQLSTATE, or its class (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const sqlStates: Readonly<Record<string, TransientKind>> = {
  '40001': 'again', // serialization failure
  '40P01': 'again', // deadlock detected
  '08': 'away', // connection exception
  25006: 'away', // read-only transaction: a standby
  '25P03': 'away', // idle in transaction for too long: this node was suspended
  53: 'away', // insufficient resources: disk, memory, connections
  '57P01': 'away', // the database stops
  '57P02': 'away', // another of its processes crashed
  '57P03': 'away', // it starts, or recovers
};

/**
 * Protocol violation: of PostgreSQL a mistake of ours, as more parameters than a statement takes; a pooler before it has no
 * other word for a database it cannot reach, and ends the connection.
 */
const protocolViolation = '08P01';

/** Of sockets and names (https://man7.org/linux/man-pages/man3/errno.3.html). */
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

/** Messages of `pg` for a connection that broke or could not be opened; these errors have no code. */
const messages =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|Client (has encountered a connection error|was closed) and is not queryable$)/;

/** Why an error of `pg` is transient; undefined where it is not. */
export const transientOfPostgres = (error: unknown): TransientKind | undefined => {
  const { code, message, severity } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string') return messages.test(String(message)) ? 'away' : undefined;
  if (code === protocolViolation && severity !== 'FATAL') return undefined;
  return sqlStates[code] ?? (errnos.has(code) ? 'away' : sqlStates[code.slice(0, 2)]);
};

/** By primary result code (https://www.sqlite.org/rescode.html). A damaged file is not among them: nobody mends it in passing. */
const sqliteCodes: Readonly<Record<number, TransientKind>> = {
  [sqlite.BUSY]: 'again',
  [sqlite.READONLY]: 'away',
  [sqlite.IOERR]: 'away',
  [sqlite.FULL]: 'away',
  [sqlite.CANTOPEN]: 'away',
};

/** Why an error of node:sqlite is transient; undefined where it is not. */
export const transientOfSqlite = (error: unknown): TransientKind | undefined => {
  const code = sqliteCode(error);
  return code === undefined ? undefined : sqliteCodes[code];
};
