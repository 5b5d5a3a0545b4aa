import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 random bits, 43 characters of base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/**
 * What is kept of a secret. One round of SHA-256 is enough for 256 random bits: there is nothing to guess; passwords
 * are another matter (`password.ts`).
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether a secret is the one that was hashed, in a time that tells nothing. */
export const isSecretOf = (secret: string, hash: string): boolean => {
  const given = Buffer.from(hashSecret(secret));
  const kept = Buffer.from(hash);
  return given.length === kept.length && timingSafeEqual(given, kept);
};
