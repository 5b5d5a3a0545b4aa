import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { makeFolder } from './make-folder.ts';

describe('creating a folder', () => {
  const own = createDataFolder();
  const root = own.path;
  after(() => own[Symbol.dispose]());

  it('makeFolder creates a folder with its parents, and accepts an existing folder', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(statSync(folder).isDirectory());
  });

  it('makeFolder throws if a file has the name of the new folder', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  });

  it('makeFolder throws immediately if the file system does not allow new folders', {
    skip: process.platform !== 'linux',
  }, () => {
    assert.throws(() => makeFolder('/proc/plenum/data'), { code: 'ENOENT' });
  });
});
