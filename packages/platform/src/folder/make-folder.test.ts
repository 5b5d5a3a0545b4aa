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

  it('creates its parents as well, and accepts one that exists', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(statSync(folder).isDirectory());
  });

  it('throws where a file has its name', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  });

  it('throws at once where a file system allows no new folders', {
    skip: process.platform !== 'linux',
  }, () => {
    assert.throws(() => makeFolder('/proc/plenum/data'), { code: 'ENOENT' });
  });
});
