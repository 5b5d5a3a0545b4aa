import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { BridgeFailureCode } from '../bridge-failures.ts';
import { bridgeFailures } from '../bridge-failures.ts';
import { giveUpRights } from '../fixture/give-up-rights.fixture.ts';
import { openStore, storeFile } from './open-store.ts';
import { bridgeSchema, type Schema } from './schema.ts';
import { createSettings } from './settings.ts';

const fails = (code: BridgeFailureCode, sentence: RegExp) => (error: unknown) => {
  assert.ok(bridgeFailures.is(error), String(error));
  assert.equal(error.code, code);
  assert.match(error.message, sentence);
  return true;
};

describe('the store of a data folder', () => {
  it('creates the store and its folder if they are missing, and opens the store again', () => {
    using folder = createDataFolder();
    const path = join(folder.path, 'a', 'b');
    const db = openStore(path);
    db.exec("INSERT INTO setting VALUES ('a', '1')");
    db.close();
    const again = openStore(path);
    assert.equal((again.prepare('SELECT count(*) AS n FROM setting').get() as { n: number }).n, 1);
    again.close();
  });

  it('makes the store readable only to its owner, for any umask and existing mode', {
    skip: process.platform === 'win32' && 'it has no modes',
  }, () => {
    const umask = process.umask();
    try {
      for (const mask of [0, 0o077]) {
        using folder = createDataFolder();
        const path = join(folder.path, 'data');
        const modes = () => readdirSync(path).map((name) => [name, statSync(join(path, name)).mode & 0o777]);
        process.umask(mask);
        const db = openStore(path);
        const all = [
          ['bridge.sqlite', 0o600],
          ['bridge.sqlite-wal', 0o600],
        ];
        assert.deepEqual([statSync(path).mode & 0o777, modes()], [0o700, all]);
        for (const [name = ''] of all) chmodSync(join(path, `${name}`), 0o666);
        cpSync(path, join(folder.path, 'copy'), { recursive: true });
        db.close();
        for (const name of ['bridge.sqlite', 'bridge.sqlite-wal'])
          chmodSync(join(folder.path, 'copy', name), 0o644);
        chmodSync(join(folder.path, 'copy'), 0o755);
        const again = openStore(join(folder.path, 'copy'));
        for (const name of ['', 'bridge.sqlite', 'bridge.sqlite-wal'])
          assert.equal(statSync(join(folder.path, 'copy', name)).mode & 0o077, 0, name);
        again.close();
      }
    } finally {
      process.umask(umask);
    }
  });

  it('syncs the log of the store with every commit', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0];
    assert.equal(pragma('journal_mode'), 'wal');
    assert.equal(pragma('synchronous'), 2);
    assert.equal(pragma('locking_mode'), 'exclusive');
    db.close();
  });

  it('refuses the store to a second bridge while the first has it open', () => {
    using folder = createDataFolder();
    const first = openStore(folder.path);
    assert.throws(
      () => openStore(folder.path),
      fails('folder-in-use', /^Another bridge uses the data folder /),
    );
    first.close();
    openStore(folder.path).close();
  });

  it('opens a store without shared memory after a kill, so that a full disk is reported', () => {
    using folder = createDataFolder();
    const [path, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
    const db = openStore(path);
    cpSync(path, copy, { recursive: true });
    db.close();
    assert.deepEqual(readdirSync(copy), ['bridge.sqlite', 'bridge.sqlite-wal']);
    mkdirSync(`${storeFile(copy)}-shm`);
    openStore(copy).close();
  });

  it('refuses immediately to create a store if a file system does not allow new folders', {
    skip: process.platform !== 'linux',
  }, () => {
    assert.throws(
      () => openStore('/proc/plenum/data'),
      fails('folder-unusable', /^The data folder \/proc\/plenum\/data cannot be used: ENOENT/),
    );
  });

  it('refuses a data folder that is a file', () => {
    using folder = createDataFolder();
    const path = join(folder.path, 'file');
    writeFileSync(path, '');
    assert.throws(
      () => openStore(path),
      fails('folder-not-a-folder', /file is a file; a bridge needs a folder/),
    );
    assert.throws(() => openStore(join(path, 'below')), fails('folder-not-a-folder', /needs a folder/));
  });

  it('does not change a file that is not a database', () => {
    using folder = createDataFolder();
    const text = 'a shopping list: apples, pears, plums\n'.repeat(50);
    writeFileSync(storeFile(folder.path), text);
    assert.throws(() => openStore(folder.path), fails('store-not-ours', /is not the database of a bridge/));
    assert.equal(readFileSync(storeFile(folder.path), 'utf8'), text);
  });

  it('does not change the database of another program', () => {
    using folder = createDataFolder();
    const other = new DatabaseSync(storeFile(folder.path));
    other.exec('CREATE TABLE recipe (name TEXT)');
    other.close();
    const before = readFileSync(storeFile(folder.path));
    assert.throws(() => openStore(folder.path), fails('store-not-ours', /is not the database of a bridge/));
    assert.deepEqual(readFileSync(storeFile(folder.path)), before);
  });

  it('creates the tables of the first release and runs each later migration once', () => {
    using folder = createDataFolder();
    const next: Schema = { ...bridgeSchema, migrations: ['ALTER TABLE setting ADD COLUMN note TEXT'] };
    const afterNext: Schema = {
      ...next,
      migrations: [...next.migrations, "UPDATE setting SET note = 'kept'"],
    };
    const first = openStore(folder.path);
    createSettings(first).write('a', 1);
    first.close();
    const open = (schema: Schema) => {
      const db = openStore(folder.path, schema);
      const row = db.prepare('SELECT note FROM setting').get() as { note: string | null };
      const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
      db.close();
      return [version, row.note];
    };
    assert.deepEqual(open(next), [bridgeSchema.first + 1, null]);
    assert.deepEqual(open(next), [bridgeSchema.first + 1, null]);
    assert.deepEqual(open(afterNext), [bridgeSchema.first + 2, 'kept']);
    using empty = createDataFolder();
    const fresh = openStore(empty.path, afterNext);
    fresh.exec("INSERT INTO setting VALUES ('a', '1', 'new')");
    fresh.close();
  });

  for (const isKilled of [false, true])
    it(`refuses a store and leaves it as it was if a build before the first release ${isKilled ? 'was killed' : 'stopped'} there`, () => {
      using folder = createDataFolder();
      const path = join(folder.path, 'data');
      const killed = join(folder.path, 'killed');
      const [tables = ''] = bridgeSchema.tables.split(';');
      const old = openStore(path, { first: bridgeSchema.first - 1, tables, migrations: [] });
      old.exec("INSERT INTO setting VALUES ('a', '1')");
      cpSync(path, killed, { recursive: true });
      old.close();
      const data = isKilled ? killed : path;
      chmodSync(data, 0o755);
      const look = () => [
        statSync(data).mode,
        ...readdirSync(data).map((name) => [name, readFileSync(join(data, name), 'base64')]),
      ];
      const before = look();
      assert.equal(before.length, isKilled ? 3 : 2);
      const sentence =
        /bridge\.sqlite was made by a build before the first release, 0\.1\.0, and was not changed; choose another data folder, or move this one away\.$/;
      assert.throws(() => openStore(data), fails('store-unreleased', sentence));
      assert.deepEqual(look(), before);
    });

  it('refuses a store that a newer release wrote, without changing it', () => {
    using folder = createDataFolder();
    const newer = { ...bridgeSchema, migrations: ['CREATE TABLE later (a TEXT)'] };
    openStore(folder.path, newer).close();
    const { first } = bridgeSchema;
    const sentence = new RegExp(`schema ${first + 1}; this release supports ${first}\\)`);
    assert.throws(() => openStore(folder.path), fails('store-newer', sentence));
  });

  it('refuses an empty store beside other files, as after a failed copy, and changes nothing', () => {
    using folder = createDataFolder();
    const look = () =>
      readdirSync(folder.path).map((name) => [name, readFileSync(join(folder.path, name), 'utf8')]);
    const files = ['bridge.sqlite-wal', 'other', 'uplink-key.json', 'zzz'];
    for (const name of files) {
      const others = look()
        .map(([other]) => other)
        .filter((other) => other !== 'bridge.sqlite');
      writeFileSync(join(folder.path, name), 'kept');
      writeFileSync(storeFile(folder.path), '');
      const before = look();
      const named = [...others, name].slice(0, 3).join(', ');
      const sentence = `bridge\\.sqlite is empty, although its folder has other files \\(${named}\\), as after a failed copy; restore a backup, or move the folder away to start afresh\\.$`;
      assert.throws(() => openStore(folder.path), fails('store-empty', new RegExp(sentence)));
      assert.deepEqual(look(), before);
    }
  });

  it('refuses a log without its store, which a new store would take for its own', () => {
    using folder = createDataFolder();
    for (const name of ['bridge.sqlite-wal', 'bridge.sqlite-journal']) {
      writeFileSync(join(folder.path, name), '');
      openStore(folder.path).close();
      rmSync(storeFile(folder.path));
      writeFileSync(join(folder.path, name), 'kept');
      const sentence = new RegExp(
        `bridge\\.sqlite is missing, although its folder has other files \\(${name}\\)`,
      );
      assert.throws(() => openStore(folder.path), fails('store-empty', sentence));
      assert.deepEqual(readdirSync(folder.path), [name]);
      rmSync(join(folder.path, name));
    }
  });

  it('creates the store whole, and continues a first start that was killed', () => {
    using folder = createDataFolder();
    // An empty store alone, a draft, and its journal.
    writeFileSync(storeFile(folder.path), '');
    writeFileSync(join(folder.path, `bridge.sqlite.draft-${process.pid}`), 'half');
    writeFileSync(join(folder.path, `bridge.sqlite.draft-${process.pid}-journal`), 'half');
    openStore(folder.path).close();
    assert.deepEqual(readdirSync(folder.path), ['bridge.sqlite']);
    rmSync(storeFile(folder.path));
    writeFileSync(join(folder.path, 'uplink-key.json'), 'kept');
    writeFileSync(join(folder.path, `bridge.sqlite.draft-${process.pid}`), 'half');
    openStore(folder.path).close();
    assert.deepEqual(readdirSync(folder.path), ['bridge.sqlite', 'uplink-key.json']);
  });

  it('refuses a damaged store', () => {
    using folder = createDataFolder();
    openStore(folder.path).close();
    const bytes = readFileSync(storeFile(folder.path));
    bytes.fill(0x5a, 100, 4096);
    writeFileSync(storeFile(folder.path), bytes);
    assert.throws(
      () => openStore(folder.path),
      fails('store-damaged', /is damaged \(.+\); restore a backup, or move it away/),
    );
  });

  it('refuses a store as damaged if the text of a setting is damaged', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const settings = createSettings(db);
    settings.write('tariff', { price: 1 });
    db.exec(`UPDATE setting SET value = '{"price":' || char(7) WHERE name = 'tariff'`);
    const sentence = /bridge\.sqlite is damaged \(its setting "tariff" is not JSON\); restore a backup/;
    assert.throws(() => settings.read('tariff'), fails('store-damaged', sentence));
    assert.equal(settings.read('another'), undefined);
    db.close();
  });

  it('refuses a store in a read-only folder', { skip: process.platform === 'win32' }, () => {
    using folder = createDataFolder();
    chmodSync(folder.path, 0o555);
    const takeRights = giveUpRights();
    try {
      assert.throws(() => openStore(folder.path), fails('folder-read-only', /cannot be written to/));
    } finally {
      takeRights();
    }
  });
});
