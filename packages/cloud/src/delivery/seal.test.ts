import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '../fixture/data-folder.fixture.ts';
import { realChance } from './chance.ts';
import { createSeal } from './seal.ts';
import { readSealKey } from './seal-key.ts';

const [key, other] = [realChance.bytes(32), realChance.bytes(32)];

it('opens what it sealed, in its place only', () => {
  const seal = createSeal([key], realChance);
  const sealed = seal.seal('whsec_abc', 'endpoint 1');
  assert.match(sealed, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  assert.ok(!sealed.includes('abc'));
  assert.equal(seal.open(sealed, 'endpoint 1'), 'whsec_abc');
  assert.throws(() => seal.open(sealed, 'endpoint 2'));
  assert.notEqual(seal.seal('whsec_abc', 'endpoint 1'), sealed);
});

it('does not open what was changed, or another key sealed', () => {
  const seal = createSeal([key], realChance);
  const sealed = seal.seal('whsec_abc', 'e');
  const last = sealed.at(-2) === 'A' ? 'B' : 'A';
  assert.throws(() => seal.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, 'e'));
  assert.throws(() => seal.open(sealed.slice(0, -8), 'e'));
  assert.throws(() => createSeal([other], realChance).open(sealed, 'e'), /a key that is not here/);
});

it('still opens with the key before, and seals with the new one', () => {
  const sealed = createSeal([key], realChance).seal('whsec_abc', 'e');
  const both = createSeal([other, key], realChance);
  assert.equal(both.open(sealed, 'e'), 'whsec_abc');
  assert.equal(createSeal([other], realChance).open(both.seal('whsec_abc', 'e'), 'e'), 'whsec_abc');
});

it('takes keys of 32 bytes only', () => {
  assert.throws(() => createSeal([key.subarray(1)], realChance), /a key has 32 bytes, not 31/);
});

it('makes a key in the data folder once, readable to its owner alone', () => {
  using folder = createDataFolder();
  const made = readSealKey(folder.path, realChance);
  assert.equal(made.length, 32);
  assert.deepEqual(readSealKey(folder.path, realChance), made);
  const file = join(folder.path, 'endpoint.key');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, 'utf8'), `${made.toString('base64')}\n`);
});

it('leaves a key file alone that is none', () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'endpoint.key');
  writeFileSync(file, 'short\n');
  chmodSync(file, 0o600);
  assert.throws(() => readSealKey(folder.path, realChance), /endpoint\.key holds no key of 32 bytes/);
  assert.equal(readFileSync(file, 'utf8'), 'short\n');
});
