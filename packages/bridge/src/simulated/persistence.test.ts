import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { createPersistence } from './persistence.ts';

it('logs each reason for an unwritable store once, and once that it is writable again', () => {
  using db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE entry (at INTEGER)');
  const said: string[] = [];
  const hear = (level: string) => (facts: object, sentence: string) =>
    void said.push(`${level} ${sentence} ${JSON.stringify(facts)}`);
  const log = { info: hear('info'), warn: hear('warn'), error: hear('error') };
  const journal = { append: (at: number) => db.exec(`INSERT INTO entry VALUES (${at})`) };
  const recorder = { events: { addCommands: () => {} } };
  const deps = { db, log, journal, recorder, settings: undefined };
  const persistence = createPersistence(undefined as never, deps as never);
  const write = (count: number) =>
    Array.from({ length: count }, (_, at) => persistence.operations(at, [{ commands: [] }]).ok);

  assert.deepEqual(write(2), [true, true]);
  db.exec('PRAGMA query_only = 1');
  assert.deepEqual(write(3), [false, false, false]);
  db.exec('PRAGMA query_only = 0');
  db.exec('DROP TABLE entry');
  assert.deepEqual(write(2), [false, false]);
  db.exec('CREATE TABLE entry (at INTEGER)');
  assert.deepEqual(write(2), [true, true]);
  assert.deepEqual(said, [
    'error could not write an operation to the store {"why":"its data folder cannot be written to"}',
    'error could not write an operation to the store {"why":"its database reports \\"SQL logic error\\""}',
    'warn the store can be written to again {}',
  ]);
});
