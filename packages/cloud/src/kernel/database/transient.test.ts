import assert from 'node:assert/strict';
import { it } from 'node:test';
import { codeOfSqlite, transientOfPostgres } from './transient.ts';

/** Creates an error as thrown by `pg`, with a code or with only a message. */
const postgres = (code: string | undefined, message = '') => Object.assign(new Error(message), { code });
const sqlite = (errcode: number) => Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode });

it('recognizes transient errors of PostgreSQL', () => {
  const rows = [
    ['conflict', postgres('40001'), postgres('40P01'), postgres('0A000')],
    ['unavailable', postgres('57P01'), postgres('57P02'), postgres('57P03'), postgres('25P03')],
    [
      'unavailable',
      postgres('53300', 'sorry, too many clients already'),
      postgres('53100'),
      postgres('08006'),
    ],
    ['unavailable', postgres('25006', 'cannot execute UPDATE in a read-only transaction')],
    ['unavailable', Object.assign(postgres('08P01', 'server login failed'), { severity: 'FATAL' })],
    ['unavailable', postgres('ECONNREFUSED'), postgres('ECONNRESET'), postgres('EHOSTUNREACH')],
    ['unavailable', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
    ['unavailable', postgres(undefined, 'Connection terminated unexpectedly')],
    ['unavailable', postgres(undefined, 'Connection terminated due to connection timeout')],
    ['unavailable', postgres(undefined, 'timeout exceeded when trying to connect')],
    ['unavailable', postgres(undefined, 'Client has encountered a connection error and is not queryable')],
    [undefined, Object.assign(postgres('08P01'), { severity: 'ERROR' })],
    [undefined, postgres('23505', 'duplicate key'), postgres('42P01'), postgres('57014'), postgres('28P01')],
    [undefined, new TypeError('x is undefined'), new Error('the guest timeout expired'), undefined, 'no'],
  ] as const;
  for (const [kind, ...errors] of rows)
    for (const error of errors) assert.equal(transientOfPostgres(error), kind, String(error));
});

it('recognizes transient errors of SQLite by their primary code', () => {
  const extendedIoError = 10 | (3 << 8);
  const rows = [
    ['conflict', sqlite(5)],
    ['unavailable', sqlite(8), sqlite(10), sqlite(extendedIoError), sqlite(13), sqlite(14)],
    ['damaged', sqlite(11), sqlite(11 | (1 << 8))],
    [undefined, sqlite(1), sqlite(19), sqlite(26), postgres('57P01'), undefined],
  ] as const;
  for (const [kind, ...errors] of rows)
    for (const error of errors) assert.equal(codeOfSqlite(error), kind, String(error));
});
