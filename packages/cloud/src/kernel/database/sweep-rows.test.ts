import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { auditRetention, sweepAccounts } from '../../identity/account/sweep.ts';
import { sweepAuthorization } from '../../identity/identity.ts';
import { openStore, type Store } from './store.ts';

const many = 10_000;
const now = 1_800_000_000_000;

/** The numbers from 1 to `count`, as a table `n` with the column `i`. */
const numbers = ({ isExclusive }: Store, count: number) =>
  isExclusive
    ? sql`(WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${sql.lit(count)}) SELECT i FROM c) AS n`
    : sql`generate_series(1, ${sql.lit(count)}) AS n(i)`;

/** One row in ten is still needed. */
const expiry = sql`${sql.lit(now)} + CASE WHEN i % 10 = 0 THEN 1 ELSE -i END`;

const fill = async (store: Store) => {
  const rows = numbers(store, many);
  await sql`INSERT INTO account VALUES ('a', 'a', 'a', '', 0)`.execute(store.db);
  await sql`INSERT INTO session SELECT 's' || i, 'a', 0, 0, ${expiry} FROM ${rows}`.execute(store.db);
  await sql`INSERT INTO guess SELECT 'g' || i, 1, 0, ${expiry} FROM ${rows}`.execute(store.db);
  await sql`INSERT INTO known_address SELECT 'a', 'k' || i, ${expiry} FROM ${rows}`.execute(store.db);
  await sql`INSERT INTO audit SELECT 'e' || i, ${sql.lit(now)} - i, 'a', 'signed-in', '', '{}' FROM ${rows}`.execute(
    store.db,
  );
  await sql`INSERT INTO authorization_item (kind, id_hash, payload, expires_at)
    SELECT 'AccessToken', 't' || i, '{}', ${expiry} FROM ${rows}`.execute(store.db);
};

const count = async (
  store: Store,
  table: 'session' | 'guess' | 'known_address' | 'audit' | 'authorization_item',
) =>
  (
    await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

/** Returns the query plan for finding expired rows. */
const planOf = async (store: Store, table: string, instant: string): Promise<string> => {
  const query = sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(instant)} <= ${sql.lit(now - many + 10)} LIMIT 1000`;
  const explain = store.isExclusive ? sql`EXPLAIN QUERY PLAN ${query}` : sql`EXPLAIN ${query}`;
  if (!store.isExclusive) await sql`ANALYZE ${sql.table(table)}`.execute(store.db);
  return JSON.stringify((await explain.execute(store.db)).rows);
};

onEachStore('sweeping expired rows', (engine) => {
  it('deletes expired rows among 10,000 by using the index, and runs other queries in between', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await fill(store);
    const indexes = {
      session: 'expires_at',
      guess: 'expires_at',
      known_address: 'expires_at',
      authorization_item: 'expires_at',
      audit: 'at',
    } as const;
    for (const [table, instant] of Object.entries(indexes))
      assert.match(await planOf(store, table, instant), /(USING|Index).*(_expiry|audit_at)/i, table);

    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await store.db.selectFrom('account').select('id').where('id', '=', 'a').execute();
        turns++;
        await new Promise(setImmediate);
      }
    })();
    await sweepAccounts(store, now, { rows: many / 2, rowsPerAccount: many });
    await sweepAuthorization(store, now);
    isOver = true;
    await others;
    const steps = (4 * (many * 9)) / 10 / 250;
    assert.ok(turns >= steps, `${turns} turns while ${steps} times 250 rows were deleted`);
    for (const table of ['session', 'guess', 'known_address', 'authorization_item'] as const)
      assert.equal(await count(store, table), many / 10, table);
    assert.equal(await count(store, 'audit'), many / 2);
    await sweepAccounts(store, now + auditRetention.milliseconds);
    for (const table of ['session', 'guess', 'known_address', 'audit'] as const)
      assert.equal(await count(store, table), 0, table);
  });
});
