import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Chance } from './chance.ts';

/**
 * Keeps secrets in the store so that a copy of the store alone does not tell them. `place` (what the secret belongs to)
 * is sealed in: a sealed text put elsewhere does not open.
 */
export interface Seal {
  seal(secret: string, place: string): string;
  /** Throws where the key is not among the keys, or the text was changed or put elsewhere. */
  open(sealed: string, place: string): string;
}

/** Bytes of a key. */
export const keyBytes = 32;

const algorithm = 'aes-256-gcm';
const tagBytes = 16;

const nameOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** A sealed text is `v1.<name of the key>.<nonce>.<secret and tag>`, AES-256-GCM. The first key seals, all open. */
export const createSeal = (keys: readonly [Uint8Array, ...Uint8Array[]], chance: Chance): Seal => {
  for (const { length } of keys)
    if (length !== keyBytes) throw new RangeError(`a key has ${keyBytes} bytes, not ${length}`);
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const name = nameOf(keys[0]);
  return {
    seal: (secret, place) => {
      const nonce = chance.bytes(12);
      const cipher = createCipheriv(algorithm, keys[0], nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', name, nonce.toString('base64url'), text.toString('base64url')].join('.');
    },
    open: (sealed, place) => {
      const [version, of = '', nonce = '', text = ''] = sealed.split('.');
      const key = byName.get(of);
      if (version !== 'v1' || key === undefined)
        throw new Error(`sealed with a key that is not here (${of})`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
      return `${decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
    },
  };
};
