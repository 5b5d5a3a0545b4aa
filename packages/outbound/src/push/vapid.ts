import { ECDH, generateKeyPairSync } from 'node:crypto';

/** The key by which push services know a server (RFC 8292), both halves in base64url; browsers are given the public one. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Makes a key of P-256: the public half as an uncompressed point (RFC 8292, 3.2), the private one as its number. */
export const createVapidKeys = (): VapidKeys => {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d! };
};

/** Whether the public key of a browser is a point of P-256: with another one nothing can be sealed. */
export const isPublicKey = (key: string): boolean => {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed').length === 130;
  } catch {
    return false;
  }
};
