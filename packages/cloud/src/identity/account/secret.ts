import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret of 256 random bits, as 43 characters of base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** True if a text has the form of a secret. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Returns the hash of a secret for storage. One round of SHA-256 is enough for 256 random bits, which cannot be
 * guessed. Passwords need a slow hash (`password.ts`).
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
