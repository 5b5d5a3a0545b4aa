import { ECDH, generateKeyPairSync } from 'node:crypto';

/**
 * The key that identifies a server to push services (RFC 8292), both halves in base64url; browsers get the public one.
 */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Creates a P-256 key: the public half as an uncompressed point (RFC 8292, 3.2), the private half as its number. */
export const createVapidKeys = (): VapidKeys => {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d! };
};

/** True if the public key of a browser is a point of P-256; otherwise nothing can be sealed with it. */
export const isPublicKey = (key: string): boolean => {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed').length === 130;
  } catch {
    return false;
  }
};
