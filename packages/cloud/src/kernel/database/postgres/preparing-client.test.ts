import assert from 'node:assert/strict';
import { it } from 'node:test';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { PreparingClient } from './preparing-client.ts';

const connect = async (connectionString: string) => {
  const client = new PreparingClient({ connectionString });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
};

it('prepares a statement once, and again after its table has changed', {
  skip: postgresMissing,
}, async () => {
  await using postgres = await startPostgres();
  await using client = await connect(await postgres.createDatabase());
  const query = (text: string, values?: readonly unknown[]) =>
    client.query(text, values as unknown[]) as unknown as Promise<{ rows: unknown[] }>;
  await query('CREATE TABLE room (id INTEGER)');
  await query('INSERT INTO room VALUES ($1)', [1]);
  await query('INSERT INTO room VALUES ($1)', [2]);
  const readRoom = async () => (await query('SELECT * FROM room WHERE id = $1', [2])).rows;
  assert.deepEqual(await readRoom(), [{ id: 2 }]);
  const { rows } = await query('SELECT name, statement FROM pg_prepared_statements ORDER BY name');
  assert.deepEqual(rows, [
    { name: 's0', statement: 'INSERT INTO room VALUES ($1)' },
    { name: 's1', statement: 'SELECT * FROM room WHERE id = $1' },
  ]);

  await query('ALTER TABLE room ADD COLUMN name TEXT');
  assert.deepEqual(await readRoom(), [{ id: 2, name: null }]);
  await query('ALTER TABLE room ADD COLUMN floor TEXT');
  await query('BEGIN');
  await assert.rejects(readRoom, { code: '0A000' });
  await query('ROLLBACK');
  assert.deepEqual(await readRoom(), [{ id: 2, name: null, floor: null }]);
});
