import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createPrivateFile, openPrivateFolder } from './private-folder.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const names = ['store.sqlite', 'key.json'];

describe('a folder for data that only its owner may read', {
  skip: process.platform === 'win32' && 'it has no modes',
}, () => {
  const own = createDataFolder();
  const root = own.path;
  const umask = process.umask();
  afterEach(() => void process.umask(umask));
  after(() => own[Symbol.dispose]());

  for (const mask of [0, 0o022, 0o077, 0o777])
    it(`openPrivateFolder creates a folder of mode 0700 and files of 0600 under umask 0${mask.toString(8)}`, () => {
      mkdirSync(join(root, `umask-${mask}`));
      const folder = join(root, `umask-${mask}`, 'data');
      const file = join(folder, 'store.sqlite');
      process.umask(mask);
      openPrivateFolder(folder, names);
      createPrivateFile(file);
      assert.deepEqual([modeOf(folder), modeOf(file)], ['700', '600']);
    });

  it('openPrivateFolder removes others’ rights from a folder and the named files', () => {
    const folder = join(root, 'open');
    mkdirSync(folder);
    for (const name of ['store.sqlite', 'store.sqlite-wal', 'key.json', 'notes.txt']) {
      writeFileSync(join(folder, name), name);
      chmodSync(join(folder, name), 0o666);
    }
    symlinkSync(join(folder, 'notes.txt'), join(folder, 'key.json.link'));
    chmodSync(folder, 0o777);
    openPrivateFolder(folder, names);
    assert.deepEqual(
      ['', 'store.sqlite', 'store.sqlite-wal', 'key.json', 'notes.txt'].map((name) =>
        modeOf(join(folder, name)),
      ),
      ['700', '600', '600', '600', '666'],
    );
  });

  it('openPrivateFolder does not restore a right that the owner of a folder has removed', () => {
    const folder = join(root, 'read-only');
    mkdirSync(folder);
    writeFileSync(join(folder, 'store.sqlite'), '');
    chmodSync(join(folder, 'store.sqlite'), 0o444);
    chmodSync(folder, 0o555);
    openPrivateFolder(folder, names);
    assert.deepEqual([modeOf(folder), modeOf(join(folder, 'store.sqlite'))], ['500', '400']);
    chmodSync(folder, 0o700);
  });

  it('openPrivateFolder keeps the mode of a folder that is shared or has no file of Plenum', () => {
    const [shared, foreign] = [join(root, 'shared'), join(root, 'foreign')];
    for (const folder of [shared, foreign]) mkdirSync(folder);
    writeFileSync(join(shared, 'store.sqlite'), '');
    chmodSync(join(shared, 'store.sqlite'), 0o644);
    chmodSync(shared, 0o1777);
    writeFileSync(join(foreign, 'other'), '');
    chmodSync(foreign, 0o755);
    for (const folder of [shared, foreign]) openPrivateFolder(folder, names);
    assert.deepEqual([shared, join(shared, 'store.sqlite'), foreign].map(modeOf), ['1777', '600', '755']);
  });

  it('createPrivateFile leaves an existing file unchanged', () => {
    const file = join(root, 'kept');
    writeFileSync(file, 'kept');
    createPrivateFile(file);
    assert.equal(readFileSync(file, 'utf8'), 'kept');
  });

  it('openPrivateFolder throws if a file has the name of the folder', () => {
    writeFileSync(join(root, 'file'), '');
    assert.throws(() => openPrivateFolder(join(root, 'file'), names), { code: 'EEXIST' });
  });
});
