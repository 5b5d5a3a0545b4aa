import { ECDH, generateKeyPairSync } from 'node:crypto';

/**
 * The key pair that identifies a server to push services (RFC 8292), both keys in base64url; browsers get the public
 * key.
 */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates a P-256 key pair: the public key as an uncompressed point (RFC 8292, 3.2), the private key as a number. */
export function createVapidKeys(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d! };
}

/** True if the public key of a browser is a point on P-256; otherwise it cannot be used for encryption. */
export function isPublicKey(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed').length === 130;
  } catch {
    return false;
  }
}
