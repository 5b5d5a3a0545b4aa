import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { type Driver, Kysely } from 'kysely';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import type { Tables } from '../schema/tables.ts';
import { createGroupCommit } from './group-commit.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import { openStore, type Store } from './store.ts';

const insert = ({ db }: Pick<Store, 'db'>, key: string) =>
  db.insertInto('guess').values({ key, failures: 0, blocked_until: 0, expires_at: 0 }).execute();

const keysOf = async (store: Store) => {
  const rows = await store.db.selectFrom('guess').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
};

onEachStore('a transaction that shares its commit', (engine) => {
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const store = stack.use(await openStore(place));
    return { store, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('a transaction in a group is rolled back alone if it fails, and runs only once', async () => {
    await using opened = await open();
    const { store } = opened;
    const acts: string[] = [];
    let tries = 0;
    const work = (key: string) =>
      store.transaction('group', async (tx) => {
        tries++;
        tx.afterCommit(() => acts.push(key));
        await insert(tx, key);
        await insert(tx, `${key} too`);
        if (key === 'bad') throw new Error('no');
        return key;
      });
    const results = await Promise.allSettled(['one', 'bad', 'two', 'three'].map(work));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : 'undone')),
      ['one', 'undone', 'two', 'three'],
    );
    assert.deepEqual(acts.sort(), ['one', 'three', 'two']);
    assert.deepEqual(await keysOf(store), ['one', 'one too', 'three', 'three too', 'two', 'two too']);
    assert.equal(tries, 4);
  });

  it('resolves a transaction in a group after its commit, not before', async () => {
    await using opened = await open();
    const { store } = opened;
    const { resolve, promise } = Promise.withResolvers<void>();
    let isAnswered = false;
    const first = store
      .transaction('group', (tx) => insert(tx, 'one'))
      .then(() => {
        isAnswered = true;
      });
    const second = store.transaction('group', async (tx) => {
      if (engine.name === 'sqlite') assert.equal(isAnswered, false, 'they share one commit');
      await insert(tx, 'two');
      resolve();
    });
    await promise;
    await Promise.all([first, second]);
    assert.deepEqual(await keysOf(store), ['one', 'two']);
  });

  it('rejects a transaction in a group if the shared commit fails', async () => {
    const acts: string[] = [];
    const inner = sqliteDialect(new DatabaseSync(':memory:'));
    const driver = inner.createDriver();
    let isFull = false;
    const commitTransaction: Driver['commitTransaction'] = async (connection) => {
      acts.push('commit');
      if (isFull) throw new Error('the disk is full');
      await driver.commitTransaction(connection);
    };
    const createDriver = () => ({ ...driver, commitTransaction });
    await using kysely = new Kysely<Tables>({ dialect: { ...inner, createDriver } });
    const group = createGroupCommit({ kysely });
    const work = (name: string) =>
      group(async () => void acts.push(name)).then(() => void acts.push(`${name} answered`));
    await Promise.all([work('one'), work('two')]);
    assert.deepEqual(acts.splice(0), ['one', 'two', 'commit', 'one answered', 'two answered']);
    isFull = true;
    await assert.rejects(work('three'), /the disk is full/);
    assert.deepEqual(acts, ['three', 'commit']);
  });

  it('the after-commit actions of a transaction are separate from those of others in its group', async () => {
    await using opened = await open();
    const { store } = opened;
    const committed = new Set<number>();
    const many = Array.from({ length: 100 }, (_, place) =>
      store.transaction('group', async (tx) => {
        tx.afterCommit(() => committed.add(place));
        await insert(tx, String(1000 + place));
        if (place % 10 === 0) throw new Error('undone');
        return place;
      }),
    );
    for (const [place, { status }] of (await Promise.allSettled(many)).entries()) {
      assert.equal(status, place % 10 === 0 ? 'rejected' : 'fulfilled');
      assert.equal(committed.has(place), place % 10 !== 0);
    }
    assert.equal((await keysOf(store)).length, 90);
  });
});
