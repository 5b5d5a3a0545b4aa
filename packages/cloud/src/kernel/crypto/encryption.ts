import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Random } from './random.ts';

/**
 * Encrypts secrets before they are stored, so that a copy of the store alone does not reveal them. `context` names the
 * owner of the secret and is authenticated with it, so that a ciphertext copied to another row does not decrypt.
 */
export interface Encryption {
  encrypt(secret: string, context: string): string;
  /**
   * Decrypts a secret. Throws if the ciphertext was made with none of the keys, or if the ciphertext or its context was
   * altered.
   */
  decrypt(ciphertext: string, context: string): string;
  /** True if the key with which a ciphertext was made is one of the keys. The ciphertext may still be damaged. */
  hasKeyOf(ciphertext: string): boolean;
  /** The beginnings of ciphertexts that were made with one of the other keys, not with the first. */
  readonly otherBeginnings: readonly string[];
}

/** Length of a key in bytes. */
export const keyBytes = 32;

const algorithm = 'aes-256-gcm';
const tagBytes = 16;

/** Returns the name of a key in the ciphertexts that it encrypts; it does not reveal the key. */
export const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * Returns the fingerprint of the key with which a ciphertext was made, or `undefined` if the ciphertext is so damaged
 * that it has none.
 */
export function fingerprintIn(ciphertext: string): string | undefined {
  return /^v1\.([0-9a-f]{8})\./.exec(ciphertext)?.[1];
}

/** The beginning of a damaged ciphertext after a rotation of keys (`setAside`). */
export const damagedBeginning = 'damaged.';

/** Returns a damaged ciphertext without the name of a key, so that no key has to be retained for it. It remains readable. */
export const setAside = (ciphertext: string): string => `${damagedBeginning}${ciphertext}`;

/** Length of the beginning of a ciphertext that `fingerprintIn` reads. */
export const fingerprintEnd = 'v1.01234567.'.length;

/**
 * Encrypts with AES-256-GCM. A ciphertext is `v1.<fingerprint of the key>.<nonce>.<secret and tag>`. The first key
 * encrypts, and every key decrypts.
 */
export function createEncryption(keys: readonly [Uint8Array, ...Uint8Array[]], random: Random): Encryption {
  for (const { length } of keys)
    if (length !== keyBytes) throw new RangeError(`a key has ${keyBytes} bytes, not ${length}`);
  const byFingerprint = new Map(keys.map((key) => [fingerprintOf(key), key]));
  const current = fingerprintOf(keys[0]);
  const others = [...byFingerprint.keys()].filter((fingerprint) => fingerprint !== current);
  return {
    encrypt: (secret, context) => {
      const nonce = random.bytes(12);
      const cipher = createCipheriv(algorithm, keys[0], nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', current, nonce.toString('base64url'), text.toString('base64url')].join('.');
    },
    otherBeginnings: others.map((fingerprint) => `v1.${fingerprint}.`),
    hasKeyOf: (ciphertext) => byFingerprint.has(fingerprintIn(ciphertext) ?? ''),
    decrypt: (ciphertext, context) => {
      const [version, fingerprint = '', nonce = '', text = ''] = ciphertext.split('.');
      if (ciphertext.startsWith(damagedBeginning)) throw new Error('damaged before the keys were replaced');
      const key = byFingerprint.get(fingerprint);
      if (version !== 'v1' || key === undefined)
        throw new Error(`encrypted with a key that this process does not have (${fingerprint})`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
      return `${decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
    },
  };
}
