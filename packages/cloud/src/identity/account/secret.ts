import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, 43 characters of base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a secret. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The stored hash of a secret. One round of SHA-256 is enough for 256 random bits, which cannot be guessed; passwords need
 * a slow hash (`password.ts`).
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether two hashes are the same, in constant time. */
export const isSameHash = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
