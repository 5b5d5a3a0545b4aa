import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { readTokens, storeTokens } from './credentials.ts';

const first = { accessToken: 'first', refreshToken: 'R1' };
const second = { accessToken: 'second', refreshToken: 'R2' };

it('keeps the tokens of an app and its other credentials if new ones cannot be written', () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'app.json');
  writeFileSync(file, JSON.stringify({ clientId: 'app', ...first }));
  // The new file cannot be created, as on a full disk.
  mkdirSync(`${file}.new`);
  assert.throws(() => storeTokens(file, second), { code: 'ERR_FS_EISDIR' });
  assert.deepEqual(readTokens(file), first);
  rmdirSync(`${file}.new`);
  // What a process left that was killed while it wrote.
  writeFileSync(`${file}.new`, '{ "accessTok', { mode: 0o644 });
  assert.deepEqual(readTokens(file), first);
  storeTokens(file, second);
  assert.deepEqual(readTokens(file), second);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).clientId, 'app');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});
