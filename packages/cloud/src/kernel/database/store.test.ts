import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { cloudFailures } from '../failure/failure.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { openStore, type Store, type Transaction } from './store.ts';

const account = (id: string) => ({
  id,
  email: `${id}@example.org`,
  email_key: `${id}@example.org`,
  password: '-',
  created_at: 1_763_647_629_000,
});

const countAccounts = async ({ db }: Store) => {
  const { n } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

const refused = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(cloudFailures.is(error), String(error));
  assert.equal(error.code, code);
  assert.match(error.message, sentence);
  return true;
};

onEachStore('the store', (engine) => {
  it('the store returns times and counts as numbers', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.db.insertInto('account').values(account('a')).execute();
    const row = await store.db.selectFrom('account').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(row, account('a'));
    assert.equal(await countAccounts(store), 1);
    const { total } = await store.db
      .selectFrom('account')
      .select(({ fn }) => fn.sum<number>('created_at').as('total'))
      .executeTakeFirstOrThrow();
    assert.equal(total, 1_763_647_629_000);
  });

  it('the store returns the number of rows a change affected', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.db
      .insertInto('account')
      .values([account('a'), account('b')])
      .execute();
    const [{ numUpdatedRows }] = (await store.db
      .updateTable('account')
      .set({ password: '?' })
      .where('id', 'in', ['a', 'b', 'c'])
      .execute()) as [{ numUpdatedRows: bigint }];
    assert.equal(numUpdatedRows, 2n);
    const { numDeletedRows } = await store.db.deleteFrom('account').where('id', '=', 'c').executeTakeFirst();
    assert.equal(numDeletedRows, 0n);
  });

  it('the store still has its rows when it is opened again', async () => {
    await using where = await engine.createPlace();
    {
      await using store = await openStore(where.place);
      await store.db.insertInto('account').values(account('a')).execute();
    }
    await using store = await openStore(where.place);
    assert.equal(await countAccounts(store), 1);
  });

  it('the store keeps nothing of a transaction that throws', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const acts: string[] = [];
    await assert.rejects(
      store.transaction('full', async ({ db, afterCommit }) => {
        await db.insertInto('account').values(account('a')).execute();
        afterCommit(() => acts.push('committed'));
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal(await countAccounts(store), 0);
    assert.deepEqual(acts, []);
  });

  it('everything done through a transaction is part of it', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const acts: string[] = [];
    const insert = async ({ db, afterCommit }: Transaction, id: string) => {
      await db.insertInto('account').values(account(id)).execute();
      afterCommit(() => acts.push(id));
    };
    await store.transaction('full', async (tx) => {
      await insert(tx, 'a');
      await insert(tx, 'b');
      assert.deepEqual(acts, []);
    });
    assert.deepEqual(acts, ['a', 'b']);
    assert.equal(await countAccounts(store), 2);
    await assert.rejects(
      store.transaction('full', async (tx) => {
        await insert(tx, 'c');
        await insert(tx, 'd');
        throw new Error('no');
      }),
    );
    assert.deepEqual(acts, ['a', 'b']);
    assert.equal(await countAccounts(store), 2);
  });

  it('concurrent transactions wait for each other', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.db.insertInto('account').values(account('a')).execute();
    const add = () =>
      store.transaction('full', ({ db }) =>
        db
          .updateTable('account')
          .set(({ eb }) => ({ created_at: eb('created_at', '+', 1) }))
          .where('id', '=', 'a')
          .execute(),
      );
    await Promise.all(Array.from({ length: 20 }, add));
    const { created_at } = await store.db
      .selectFrom('account')
      .select('created_at')
      .executeTakeFirstOrThrow();
    assert.equal(created_at, 1_763_647_629_020);
  });

  it('deleting an account deletes its rows', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.db.insertInto('account').values(account('a')).execute();
    const session = { id_hash: 's', account_id: 'a', created_at: 1, used_at: 1, expires_at: 2 };
    await store.db.insertInto('session').values(session).execute();
    await store.db.deleteFrom('account').execute();
    assert.deepEqual(await store.db.selectFrom('session').selectAll().execute(), []);
  });

  it('the store applies only pending migrations, and nothing of a migration that fails', async () => {
    await using where = await engine.createPlace();
    {
      await using store = await openStore(where.place);
      await store.db.insertInto('account').values(account('a')).execute();
    }
    const sql = "ALTER TABLE account ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';";
    const number = migrations.length + 1;
    const next: Migration = { number, name: 'colours', usableFrom: '0.1.0', sql };
    const broken = { ...next, sql: `${sql} CREATE TABLE account (id TEXT);` };
    await assert.rejects(openStore(where.place, { steps: [...migrations, broken] }));
    {
      await using store = await openStore(where.place);
      assert.deepEqual(await store.db.selectFrom('account').selectAll().execute(), [account('a')]);
    }
    const steps = [...migrations, next];
    for (const _ of ['applied', 'applied before']) {
      await using store = await openStore(where.place, { steps });
      const rows = await store.db.selectFrom('account').selectAll().execute();
      assert.deepEqual(rows, [{ ...account('a'), colour: 'blue' }]);
      const taken = await store.db.selectFrom('schema_step').select(['number', 'name']).execute();
      assert.deepEqual(taken.at(-1), { number, name: 'colours' });
    }
  });

  it('opens an expanded store with the release before, and refuses a contracted one', async () => {
    await using where = await engine.createPlace();
    const expand: Migration = {
      number: migrations.length + 1,
      name: 'addresses',
      usableFrom: '0.1.0',
      sql: 'ALTER TABLE account ADD COLUMN address TEXT; CREATE TABLE address (id TEXT PRIMARY KEY);',
    };
    const contract: Migration = {
      number: expand.number + 1,
      name: 'one-address',
      usableFrom: '0.10.0',
      sql: 'ALTER TABLE account DROP COLUMN address;',
    };
    const open = (...added: Migration[]) => openStore(where.place, { steps: [...migrations, ...added] });
    await (await open(expand))[Symbol.asyncDispose]();
    {
      await using store = await openStore(where.place);
      await store.db.insertInto('account').values(account('a')).execute();
      assert.equal(await countAccounts(store), 1);
    }
    // The start of the older release has not undone the step.
    await (await open(expand, contract))[Symbol.asyncDispose]();
    await assert.rejects(
      openStore(where.place),
      refused(
        'store-newer',
        /was written by a newer release and cannot be used by 0\.1\.0; use 0\.10\.0 or later, or restore a backup\.$/,
      ),
    );
    await using store = await open(expand, contract);
    assert.equal(await countAccounts(store), 1);
  });

  it('the store responds to a ping', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await store.ping();
    await sql`SELECT 1`.execute(store.db);
  });
});
