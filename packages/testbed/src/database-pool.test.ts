import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDatabasePool, type DatabasePool } from './database-pool.ts';
import { connectTo, createTemplate, postgresMissing, startPostgres } from './postgres.ts';

const countQuery =
  'SELECT (SELECT count(*) FROM house) AS houses, (SELECT count(*) FROM room) AS rooms, (SELECT count(*) FROM step) AS steps';

/** Runs a query in a database of the pool; returns the URL and the previous contents. */
const use = async (pool: DatabasePool, statements: string) => {
  await using database = await pool.take();
  await using client = await connectTo(database.url);
  const { rows } = await client.query<Record<string, string>>(countQuery);
  await client.query(statements);
  return { url: database.url, counts: Object.values(rows[0]!).map(Number) };
};

it('a database of a pool is reset to its template and reused, unless a new copy is cheaper', {
  skip: postgresMissing,
}, async () => {
  await using postgres = await startPostgres();
  const server = postgres.url('postgres');
  const template = await createTemplate(server, async (url) => {
    await using client = await connectTo(url);
    await client.query(
      'CREATE TABLE house (id INTEGER PRIMARY KEY); CREATE TABLE room (house INTEGER REFERENCES house (id)); CREATE TABLE step (at INTEGER); INSERT INTO step VALUES (1)',
    );
  });
  await using pool = createDatabasePool(server, template);
  const rows = 'INSERT INTO house VALUES (1), (2); INSERT INTO room VALUES (1), (2), (2)';
  const changes = [
    ['rows', rows, true],
    ['as many rows as one may have', `INSERT INTO house SELECT * FROM generate_series(1, 1000)`, true],
    ['more', 'INSERT INTO house SELECT * FROM generate_series(1, 1001)', false],
    ['another column', `${rows}; ALTER TABLE room ADD COLUMN name TEXT`, false],
    ['one index less', 'ALTER TABLE house DROP CONSTRAINT house_pkey CASCADE', false],
    ['a row of the template changed', 'UPDATE step SET at = 2', false],
    ['a row of the template gone', 'DELETE FROM step', false],
  ] as const;
  let before = await use(pool, 'SELECT 1');
  for (const [name, statements, isUsedAgain] of changes) {
    const changed = await use(pool, statements);
    assert.deepEqual([changed.url, changed.counts], [before.url, [0, 0, 1]], `before ${name}`);
    before = await use(pool, 'SELECT 1');
    assert.deepEqual(before.counts, [0, 0, 1], name);
    assert.equal(before.url === changed.url, isUsedAgain, name);
  }

  // Two databases in use are different. When the use of a database ends, the connections that are still open are
  // closed.
  const first = await pool.take();
  await using second = await pool.take();
  assert.notEqual(first.url, second.url);
  const stays = await connectTo(first.url);
  const ended = new Promise((resolve) => stays.on('error', resolve));
  await first[Symbol.asyncDispose]();
  assert.match(String(await ended), /terminat/);
});
