import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertRows, isAmong, rowSet } from './row-set.ts';

withStore('returns the text, numbers and nulls of the rows of a set, in their order', async ({ db }) => {
  const rows = [
    { name: `ü"'\n\\`, at: 2 ** 40, note: null },
    { name: '1', at: -1, note: '[2]' },
  ];
  const read = db
    .selectFrom(rowSet<(typeof rows)[number]>(db, { name: 'TEXT', at: 'BIGINT', note: 'TEXT' }, rows).as('r'))
    .selectAll();
  assert.deepEqual(await read.execute(), rows);
});

withStore('matches no row with an empty row set or an empty list of values', async ({ db }) => {
  const none = db.selectFrom(rowSet<{ name: string }>(db, { name: 'TEXT' }, []).as('r')).selectAll();
  assert.deepEqual(await none.execute(), []);
  const { rows } =
    await sql`SELECT 1 AS one FROM (SELECT 'a' AS id) AS it WHERE ${isAmong(db, 'id', [])}`.execute(db);
  assert.deepEqual(rows, []);
});

withStore('uses the same statement text for any number of values in a list', async ({ db }) => {
  const query = (ids: string[]) =>
    db
      .selectFrom('bridge')
      .select('epoch')
      .where(isAmong(db, 'system_id', ids));
  assert.equal(query(['a']).compile().sql, query(['a', 'b', 'c']).compile().sql);
  const { rows } =
    await sql`SELECT 1 AS one FROM (SELECT 'b' AS id) AS it WHERE ${isAmong(db, 'id', ['a', 'b'])}`.execute(
      db,
    );
  assert.equal(rows.length, 1);
});

withStore('inserts rows, or updates those whose key exists', async ({ db }) => {
  const types = { id: 'TEXT', seen_at: 'BIGINT' } as const;
  const put = (id: string, seenAt: number) =>
    insertRows(db, 'node', {
      types,
      rows: [{ id }],
      common: { seen_at: seenAt },
      onConflict: (conflict) => conflict.column('id').doUpdateSet({ seen_at: seenAt }),
    });
  await put('a', 1);
  await put('b', 1);
  await put('a', 2);
  const rows = await db.selectFrom('node').selectAll().orderBy('id').execute();
  assert.deepEqual(rows, [
    { id: 'a', seen_at: 2 },
    { id: 'b', seen_at: 1 },
  ]);
});

withStore('inserts all rows even if they do not fit into one statement', async ({ db }) => {
  const rows = Array.from({ length: 501 }, (_, at) => ({ id: `${at}`, seen_at: at }));
  await insertRows(db, 'node', {
    types: { id: 'TEXT', seen_at: 'BIGINT' },
    rows,
    common: {},
    onConflict: (conflict) => conflict.column('id').doNothing(),
  });
  const { count } = await db
    .selectFrom('node')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 501);
});
