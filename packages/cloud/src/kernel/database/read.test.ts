import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { cloudFailures } from '../failure/failure.ts';
import { openStoreToRead } from './read.ts';
import { openStore } from './store.ts';

const refused = (code: string) => (error: unknown) => {
  assert.ok(cloudFailures.is(error), String(error));
  assert.equal(error.code, code);
  return true;
};

const guess = { key: 'k', failures: 1, blocked_until: 2, expires_at: 3 };

onEachStore('opening a store to read it', (engine) => {
  it('reads a store whether or not another process is using it', async () => {
    await using where = await engine.createPlace();
    const store = await openStore(where.place);
    await using early = await openStoreToRead(where.place);
    await store.db.insertInto('guess').values(guess).execute();
    assert.deepEqual(await early.db.selectFrom('guess').selectAll().execute(), [guess]);
    await store[Symbol.asyncDispose]();
    await using late = await openStoreToRead(where.place);
    assert.deepEqual(await late.db.selectFrom('guess').selectAll().execute(), [guess]);
  });

  it('opening a store to read it changes nothing', async () => {
    await using where = await engine.createPlace();
    await using _ = await openStore(where.place);
    await using reading = await openStoreToRead(where.place);
    await assert.rejects(reading.db.insertInto('guess').values(guess).execute(), /read-?only/);
  });

  it('reads a schema that a newer release expanded, and refuses one that needs a newer release', async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    const step = { number: 99, name: 'later', sql_hash: 'x' };
    await store.db.insertInto('schema_step').values(step).execute();
    await (await openStoreToRead(where.place))[Symbol.asyncDispose]();
    await store.db.updateTable('schema_release').set({ oldest: '99.0.0' }).execute();
    await assert.rejects(openStoreToRead(where.place), refused('store-newer'));
  });

  it('reports that there is no store, and does not create one', async () => {
    await using where = await engine.createPlace({ without: 'tables' });
    await assert.rejects(openStoreToRead(where.place), refused('store-missing'));
    if ('dataDir' in where.place) assert.equal(existsSync(`${where.place.dataDir}/cloud.sqlite`), false);
  });
});

it('refuses to read a file of another program, and leaves it unchanged', async () => {
  using folder = createDataFolder();
  const file = `${folder.path}/cloud.sqlite`;
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE schema_step (number INTEGER)');
  other.close();
  const bytes = readFileSync(file);
  await assert.rejects(openStoreToRead({ dataDir: folder.path }), refused('store-not-ours'));
  assert.deepEqual(readFileSync(file), bytes);
});

it('refuses to read a folder in place of the store', async () => {
  using folder = createDataFolder();
  mkdirSync(`${folder.path}/cloud.sqlite`);
  await assert.rejects(openStoreToRead({ dataDir: folder.path }), refused('folder-unusable'));
});
