import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeFolder } from './make-folder.ts';

describe('making a folder', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'plenum-folder-'));
  });
  after(() => rmSync(root, { recursive: true }));

  it('makes those above it as well, and is content with one that is there', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    assert.ok(statSync(folder).isDirectory());
  });

  it('says so where a file has its name', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  });

  it('says so at once where a file system takes no folders', { skip: process.platform !== 'linux' }, () => {
    assert.throws(() => makeFolder('/proc/plenum/data'), { code: 'ENOENT' });
  });
});
