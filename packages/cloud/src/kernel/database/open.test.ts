import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { sql } from 'kysely';
import about from '../../../package.json' with { type: 'json' };
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { cloudFailures } from '../failure/failure.ts';
import { migrations } from './migrations/all.ts';
import { type Migration, statementsOf } from './migrations/migration.ts';
import { openStoreToRead } from './read.ts';
import { storeFile } from './sqlite/engine.ts';
import { openStore } from './store.ts';

const refused = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(cloudFailures.is(error), String(error));
  assert.equal(error.code, code);
  assert.match(error.message, sentence);
  return true;
};

onEachStore('opening a store', (engine) => {
  it('refuses the store of an unreleased build, even with more steps, and leaves it', async () => {
    const made: Migration[] = [
      {
        number: 1,
        name: 'accounts',
        usableFrom: '0.1.0',
        sql: 'CREATE TABLE account (id TEXT PRIMARY KEY);',
      },
      { number: 2, name: 'bridges', usableFrom: '0.1.0', sql: 'CREATE TABLE bridge (id TEXT PRIMARY KEY);' },
    ];
    for (const steps of [made.slice(0, 1), made]) {
      await using where = await engine.createPlace({ without: 'tables' });
      const { place } = where;
      await (await openStore(place, { steps }))[Symbol.asyncDispose]();
      const bytes = 'dataDir' in place && readFileSync(storeFile(place.dataDir));
      const differs = refused(
        'store-differs',
        /was created by an unreleased build \(step 1 of its schema, accounts, is unknown\) and was not changed; use that build, or give another store\.$/,
      );
      await assert.rejects(openStore(place), differs);
      await assert.rejects(openStoreToRead(place), differs);
      if ('dataDir' in place) assert.deepEqual(readFileSync(storeFile(place.dataDir)), bytes);
      // The build that created the store still opens it.
      await (await openStore(place, { steps }))[Symbol.asyncDispose]();
    }
  });

  it('recognizes a migration step whose comments and layout changed', async () => {
    await using where = await engine.createPlace();
    const [first, ...others] = migrations;
    const sql = `-- Another comment\n${first!.sql.replace(/--.*/g, '').replaceAll('\n', '\n   ')}`;
    await (await openStore(where.place, { steps: [{ ...first!, sql }, ...others] }))[Symbol.asyncDispose]();
  });

  it('a store can be closed twice', async () => {
    await using where = await engine.createPlace();
    const store = await openStore(where.place);
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });
});

it('the steps of the schema are numbered from 1 without a gap', () => {
  assert.deepEqual(
    migrations.map(({ number }) => number),
    migrations.map((_, place) => place + 1),
  );
});

it('requires a later release for a step that takes something away', () => {
  const takesAway = /\b(DROP|RENAME)\b|ALTER COLUMN|ADD COLUMN(?=.*NOT NULL)(?!.*DEFAULT)|ADD CONSTRAINT/i;
  let before = '0.1.0';
  for (const { name, usableFrom, ...step } of migrations) {
    const order = usableFrom.localeCompare(before, 'en', { numeric: true });
    const contracts = statementsOf(step).some((statement) => takesAway.test(statement));
    assert.ok(contracts ? order > 0 : order >= 0, name);
    assert.ok(usableFrom.localeCompare(about.version, 'en', { numeric: true }) <= 0, name);
    before = usableFrom;
  }
});

describe('opening a store in a folder', () => {
  it('makes a store folder readable only to its owner, for any mode and umask', {
    skip: process.platform === 'win32' && 'it has no modes',
  }, async () => {
    const umask = process.umask();
    try {
      for (const mask of [0, 0o077]) {
        using folder = createDataFolder();
        const dataDir = join(folder.path, 'data');
        const modes = () => readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).mode & 0o777);
        process.umask(mask);
        for (const _ of ['new', 'left open']) {
          await using _store = await openStore({ dataDir });
          assert.equal(statSync(dataDir).mode & 0o777, 0o700);
          assert.ok(readdirSync(dataDir).includes('cloud.sqlite-wal'));
          assert.deepEqual(new Set(modes()), new Set([0o600]));
          for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
          chmodSync(dataDir, 0o755);
        }
      }
    } finally {
      process.umask(umask);
    }
  });

  it('refuses a store folder that another cloud is using', async () => {
    using folder = createDataFolder();
    await using _store = await openStore({ dataDir: folder.path });
    const inUse = refused('folder-in-use', /^Another cloud uses the data folder .*--database-url/);
    await assert.rejects(openStore({ dataDir: folder.path }), inUse);
  });

  it('refuses a file of another program as the store, and leaves it unchanged', async () => {
    using folder = createDataFolder();
    const file = `${folder.path}/cloud.sqlite`;
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE theirs (id TEXT)');
    other.close();
    const notOurs = refused('store-not-ours', /is not the store of a cloud/);
    await assert.rejects(openStore({ dataDir: folder.path }), notOurs);
    writeFileSync(file, 'a letter to a friend, of more than a hundred bytes '.repeat(20));
    await assert.rejects(openStore({ dataDir: folder.path }), notOurs);
  });

  it("refuses a file in place of the store's folder, and a folder in place of the store", async () => {
    using folder = createDataFolder();
    writeFileSync(`${folder.path}/file`, '');
    const file = refused('folder-not-a-folder', /file is a file; a cloud needs a folder for its data\.$/);
    await assert.rejects(openStore({ dataDir: `${folder.path}/file` }), file);
    const unusable = refused('folder-unusable', /^The data folder .* cannot be used: /);
    mkdirSync(`${folder.path}/cloud.sqlite`);
    await assert.rejects(openStore({ dataDir: folder.path }), unusable);
  });
});

describe('opening a store in a database', { skip: postgresMissing }, () => {
  it('applies the migrations once if several nodes start at the same time', async () => {
    await using postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const nodes = await Promise.all([1, 2, 3, 4].map(() => openStore({ databaseUrl, connections: 2 })));
    const steps = await nodes[0]!.db.selectFrom('schema_step').selectAll().execute();
    assert.equal(steps.length, migrations.length);
    for (const node of nodes) await node[Symbol.asyncDispose]();
  });

  it('reports that a database does not exist, without the password', async () => {
    await using postgres = await startPostgres();
    const databaseUrl = postgres.url('nowhere').replace('plenum@', 'plenum:hunter2@');
    await assert.rejects(openStore({ databaseUrl }), (error: Error) => {
      assert.doesNotMatch(error.message, /hunter2/);
      return refused('database-unreachable', /"nowhere" does not exist/)(error);
    });
  });

  it('a node that is suspended in a transaction does not keep rows locked for long', async () => {
    await using postgres = await startPostgres();
    await using store = await openStore({ databaseUrl: await postgres.createDatabase() });
    const { rows } = await sql<{ name: string; setting: string }>`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout') ORDER BY name`.execute(
      store.db,
    );
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['15000', '30000'],
    );
  });

  it('after a crash of the database, queries succeed again automatically and no data is lost', async () => {
    await using postgres = await startPostgres();
    await using store = await openStore({ databaseUrl: await postgres.createDatabase(), connections: 2 });
    const guess = { key: 'k', failures: 1, blocked_until: 2, expires_at: 3 };
    await store.transaction('full', ({ db }) => db.insertInto('guess').values(guess).execute());
    await postgres.kill();
    await assert.rejects(store.ping());
    await postgres.start();
    await store.ping();
    assert.deepEqual(await store.db.selectFrom('guess').selectAll().execute(), [guess]);
  });
});

it('reports that PostgreSQL does not respond', async () => {
  const unreachable = refused(
    'database-unreachable',
    /^The database 127\.0\.0\.1:\d+\/x cannot be reached: .*ECONNREFUSED/,
  );
  await assert.rejects(
    openStore({ databaseUrl: `postgres://a:b@127.0.0.1:${await freePort()}/x` }),
    unreachable,
  );
});
