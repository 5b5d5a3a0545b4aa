import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { sql } from 'kysely';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { storeErrors } from '../failure/store-errors.ts';
import { openStore, type Store, type StorePlace, type Transaction } from './store.ts';

const guess = (key: string, failures = 0) => ({ key, failures, blocked_until: 0, expires_at: 0 });

onEachStore('a transaction', (engine) => {
  it('tries a transaction up to five times on conflicts, and keeps nothing of a failed try', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const conflict = storeErrors.error('conflict', {}, new Error('in the way'));
    let tries = 0;
    const acts: number[] = [];
    const failUntil = (last: number) =>
      store.transaction('full', async ({ db, afterCommit }) => {
        tries++;
        await db
          .insertInto('guess')
          .values(guess(`try ${tries}`))
          .execute();
        const mine = tries;
        afterCommit(() => acts.push(mine));
        if (tries < last) throw conflict;
        return tries;
      });
    assert.equal(await failUntil(5), 5);
    assert.deepEqual(acts, [5]);
    const kept = await store.db.selectFrom('guess').select('key').execute();
    assert.deepEqual(kept, [{ key: 'try 5' }]);
    await store.db.deleteFrom('guess').execute();
    tries = 0;
    await assert.rejects(failUntil(6), conflict);
    assert.equal(tries, 5);
  });

  it('tries a transaction only once if it fails for another reason', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    let tries = 0;
    const twice = store.transaction('full', async ({ db }) => {
      tries++;
      await db
        .insertInto('guess')
        .values([guess('same'), guess('same')])
        .execute();
    });
    await assert.rejects(twice, /UNIQUE|unique/);
    assert.equal(tries, 1);
  });

  it('waits for the disk unless relaxed on SQLite, and again in the next transaction', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 1 is NORMAL, 2 is FULL.
    const level = async ({ db }: Pick<Store, 'db'>): Promise<unknown> =>
      store.isExclusive
        ? (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)).rows[0]!.synchronous
        : (await sql<{ synchronous_commit: string }>`SHOW synchronous_commit`.execute(db)).rows[0]!
            .synchronous_commit;
    const [relaxed, full] = store.isExclusive ? [1, 2] : ['on', 'on'];
    assert.equal(await store.transaction('relaxed', level), relaxed);
    const failing = store.transaction('relaxed', async () => Promise.reject(new Error('no')));
    const failed = assert.rejects(failing, /no/);
    const levels = await Promise.all([store.transaction('full', level), store.transaction('relaxed', level)]);
    await failed;
    assert.deepEqual(levels, [full, relaxed]);
    assert.equal(await level(store), full);
  });

  it('no transaction on a temporary store waits for the disk', {
    skip: engine.name !== 'sqlite',
  }, async () => {
    await using where = await engine.createPlace();
    await using store = await openStore({ ...where.place, isTemporary: true } as StorePlace);
    const level = async ({ db }: Pick<Store, 'db'>) =>
      (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)).rows[0]!.synchronous;
    const levels = [await level(store)];
    for (const durability of ['full', 'relaxed', 'full'] as const)
      levels.push(await store.transaction(durability, level));
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 0 is OFF.
    assert.deepEqual(levels, [0, 0, 0, 0]);
  });

  it('a relaxed transaction that fails is rolled back completely', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const put = ({ db }: Transaction, key: string) => db.insertInto('guess').values(guess(key)).execute();
    await assert.rejects(
      store.transaction('relaxed', async (tx) => {
        await put(tx, 'gone');
        await put(tx, 'gone too');
        throw new Error('no');
      }),
    );
    let committed = 0;
    await store.transaction('relaxed', async (tx) => {
      await put(tx, 'kept');
      tx.afterCommit(() => committed++);
      assert.equal(committed, 0);
    });
    assert.equal(committed, 1);
    assert.deepEqual(await store.db.selectFrom('guess').select('key').execute(), [{ key: 'kept' }]);
  });

  it('concurrent transactions do not lose increments', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.db.insertInto('guess').values(guess('k')).execute();
    const add = () =>
      store.transaction('full', async ({ db }) => {
        const { failures } = await db
          .updateTable('guess')
          .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
          .where('key', '=', 'k')
          .returning('failures')
          .executeTakeFirstOrThrow();
        return failures;
      });
    const seen = await Promise.all(Array.from({ length: 50 }, add));
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, place) => place + 1),
    );
  });

  it('lets work that a transaction left running begin its own transaction later', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    await store.transaction('full', async ({ db }) => {
      await db.insertInto('guess').values(guess('k')).execute();
      void over.promise.then(async () => {
        await store.transaction('full', (later) =>
          later.db.insertInto('guess').values(guess('later')).execute(),
        );
        resolve();
      });
    });
    over.resolve();
    await promise;
    assert.equal((await store.db.selectFrom('guess').selectAll().execute()).length, 2);
  });

  it('a transaction stores the largest whole number and any text unchanged', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const key = JSON.stringify({ text: `'"\\ $1 ? :a é 😀 \u0000 \n`, __proto__x: null });
    const row = { ...guess(key), blocked_until: Number.MAX_SAFE_INTEGER, expires_at: -1 };
    await store.transaction('full', ({ db }) => db.insertInto('guess').values(row).execute());
    assert.deepEqual({ ...(await store.db.selectFrom('guess').selectAll().executeTakeFirst()) }, row);
  });
});

describe('transactions on PostgreSQL', { skip: postgresMissing }, () => {
  it('two deadlocked transactions both complete', async () => {
    await using postgres = await startPostgres();
    const databaseUrl = `${await postgres.createDatabase()}?options=-c%20deadlock_timeout%3D2ms`;
    await using store = await openStore({ databaseUrl, connections: 3 });
    await store.db
      .insertInto('guess')
      .values([guess('a'), guess('b')])
      .execute();
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let tries = 0;
    const lock = (first: string, second: string, place: 0 | 1) =>
      store.transaction('full', async ({ db }) => {
        tries++;
        const add = (key: string) =>
          db
            .updateTable('guess')
            .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
            .where('key', '=', key)
            .execute();
        await add(first);
        both[place]!.resolve();
        await both[1 - place]!.promise;
        await add(second);
      });
    await Promise.all([lock('a', 'b', 0), lock('b', 'a', 1)]);
    // One transaction loses and is retried. The retry sometimes conflicts again, and then the other transaction may
    // lose.
    assert.ok(tries >= 3, `${tries}`);
    const rows = await store.db.selectFrom('guess').select(['key', 'failures']).orderBy('key').execute();
    assert.deepEqual(rows, [
      { key: 'a', failures: 2 },
      { key: 'b', failures: 2 },
    ]);
  });
});
