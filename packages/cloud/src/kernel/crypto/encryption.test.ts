import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createEncryption } from './encryption.ts';
import { readEncryptionKey } from './encryption-key.ts';
import { systemRandom } from './random.ts';

const [key, other] = [systemRandom.bytes(32), systemRandom.bytes(32)];

it('decrypts a secret only in the context in which it was encrypted', () => {
  const encryption = createEncryption([key], systemRandom);
  // Too long to occur in random characters by chance.
  const secret = 'abcdefghijklmnop';
  const ciphertext = encryption.encrypt(`whsec_${secret}`, 'endpoint 1');
  assert.match(ciphertext, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  assert.ok(!ciphertext.includes(secret));
  assert.ok(!Buffer.from(ciphertext.split('.').at(-1)!, 'base64url').includes(secret));
  assert.equal(encryption.decrypt(ciphertext, 'endpoint 1'), `whsec_${secret}`);
  assert.throws(() => encryption.decrypt(ciphertext, 'endpoint 2'));
  assert.notEqual(encryption.encrypt(`whsec_${secret}`, 'endpoint 1'), ciphertext);
});

it('does not decrypt a ciphertext that was changed or made with another key', () => {
  const encryption = createEncryption([key], systemRandom);
  const ciphertext = encryption.encrypt('whsec_abc', 'e');
  const last = ciphertext.at(-2) === 'A' ? 'B' : 'A';
  assert.throws(() => encryption.decrypt(`${ciphertext.slice(0, -2)}${last}${ciphertext.at(-1)}`, 'e'));
  assert.throws(() => encryption.decrypt(ciphertext.slice(0, -8), 'e'));
  assert.throws(
    () => createEncryption([other], systemRandom).decrypt(ciphertext, 'e'),
    /a key that this process does not have/,
  );
});

it('decrypts with the previous key and encrypts with the new one', () => {
  const ciphertext = createEncryption([key], systemRandom).encrypt('whsec_abc', 'e');
  const both = createEncryption([other, key], systemRandom);
  assert.equal(both.decrypt(ciphertext, 'e'), 'whsec_abc');
  assert.equal(
    createEncryption([other], systemRandom).decrypt(both.encrypt('whsec_abc', 'e'), 'e'),
    'whsec_abc',
  );
});

it('accepts only encryption keys of 32 bytes', () => {
  assert.throws(() => createEncryption([key.subarray(1)], systemRandom), /a key has 32 bytes, not 31/);
});

it('creates an encryption key in the data folder once, readable only to its owner', () => {
  using folder = createDataFolder();
  const made = readEncryptionKey(folder.path, systemRandom);
  assert.equal(made.length, 32);
  assert.deepEqual(readEncryptionKey(folder.path, systemRandom), made);
  const file = join(folder.path, 'endpoint.key');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, 'utf8'), `${made.toString('base64')}\n`);
});

it('leaves a malformed key file unchanged', () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'endpoint.key');
  writeFileSync(file, 'short\n');
  chmodSync(file, 0o600);
  assert.throws(
    () => readEncryptionKey(folder.path, systemRandom),
    /endpoint\.key is not the key of a cloud \(it does not contain a key of 32 bytes\); restore it from a backup\./,
  );
  assert.equal(readFileSync(file, 'utf8'), 'short\n');
});
