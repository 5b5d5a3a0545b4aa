import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeFolder } from './make-folder.ts';

describe('creating a folder', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'plenum-folder-'));
  });
  after(() => rmSync(root, { recursive: true }));

  it('creates a folder with its parents, and accepts one that exists', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(statSync(folder).isDirectory());
  });

  it('throws if a file has the name of the new folder', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  });

  it('throws immediately if a file system allows no new folders', {
    skip: process.platform !== 'linux',
  }, () => {
    assert.throws(() => makeFolder('/proc/plenum/data'), { code: 'ENOENT' });
  });
});
