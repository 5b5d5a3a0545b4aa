import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The token of the forms shown to the holder of a secret cookie: a request that has it was sent from a page that only
 * the holder was shown, so no other site forged it. It is derived from the secret without revealing it, so nothing is stored.
 */
export const toFormToken = (secret: string): string =>
  createHash('sha256').update(`plenum form\n${secret}`).digest('base64url');

/** Whether a token is the one of that secret. */
export const isFormTokenOf = (token: unknown, secret: string): boolean => {
  if (typeof token !== 'string') return false;
  const given = Buffer.from(token);
  const expected = Buffer.from(toFormToken(secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
};
