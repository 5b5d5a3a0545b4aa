import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { CompiledQuery, sql } from 'kysely';
import { storeErrors } from '../failure/store-errors.ts';
import { type Durability, openStore, type Store } from './store.ts';

const put = ({ db }: Pick<Store, 'db'>, key: string) =>
  db.insertInto('guess').values({ key, failures: 0, blocked_until: 0, expires_at: 0 }).execute();

const away = (error: unknown) => storeErrors.is(error, 'unavailable');

const durabilities: readonly Durability[] = ['full', 'relaxed', 'group'];

it('reports a full disk as transient, keeps nothing that did not fit, and recovers', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(store.db);
  const limit = (pages: number) => sql.raw(`PRAGMA max_page_count=${pages}`).execute(store.db);
  const large = 'x'.repeat(100_000);
  await limit(rows[0]!.page_count + 2);
  await assert.rejects(put(store, large), away);
  for (const durability of durabilities) {
    const one = store.transaction(durability, async (tx) => {
      await put(tx, 'small');
      await put(tx, large);
    });
    await assert.rejects(one, away, durability);
  }
  // If one piece of work is too large, the others in its transaction are rolled back too, and get the same error.
  const both = ['fits', large].map((key) => store.transaction('group', (tx) => put(tx, key)));
  for (const { status, ...result } of await Promise.allSettled(both))
    assert.ok(status === 'rejected' && away((result as PromiseRejectedResult).reason), status);
  assert.deepEqual(await store.db.selectFrom('guess').selectAll().execute(), []);
  await limit(1_000_000);
  for (const durability of durabilities) await store.transaction(durability, (tx) => put(tx, durability));
});

describe('errors of PostgreSQL', { skip: postgresMissing }, () => {
  it('reports a database that is down or read-only as transient, but not our mistakes', async () => {
    await using postgres = await startPostgres();
    await using store = await openStore({ databaseUrl: await postgres.createDatabase(), connections: 2 });
    await assert.rejects(sql`SELECT nonsense`.execute(store.db), (error) => !storeErrors.is(error));

    const tooMany = CompiledQuery.raw('SELECT $1::integer', [1, 2]);
    await assert.rejects(store.db.executeQuery(tooMany), (error) => !storeErrors.is(error));

    await sql`SET default_transaction_read_only = on`.execute(store.db);
    await assert.rejects(put(store, 'standby'), away);
    await sql`SET default_transaction_read_only = off`.execute(store.db);

    const under = store.transaction('full', async (tx) => {
      await put(tx, 'under way');
      await postgres.kill();
      await put(tx, 'too late');
    });
    await assert.rejects(under, away);
    for (const durability of durabilities)
      await assert.rejects(
        store.transaction(durability, (tx) => put(tx, durability)),
        away,
      );
    await assert.rejects(put(store, 'alone'), away);
    await postgres.start();
    assert.deepEqual(await store.db.selectFrom('guess').selectAll().execute(), []);
  });
});
