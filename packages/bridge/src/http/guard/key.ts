import { createHash, timingSafeEqual } from 'node:crypto';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Tells whether an `Authorization` header carries the key; only a hash of the key is kept, compared in constant time. */
export const createKeyGuard = (key: string): ((authorization: string | undefined) => boolean) => {
  const known = hash(key);
  return (authorization = '') => {
    const [, given] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return given !== undefined && timingSafeEqual(hash(given), known);
  };
};
