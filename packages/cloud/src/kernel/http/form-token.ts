import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns the token for the forms shown to the holder of a secret cookie. A request that includes it was sent from a
 * page shown only to that holder, so no other site can have forged it. The token is derived from the secret without
 * revealing it, so nothing is stored.
 */
export const toFormToken = (secret: string): string =>
  createHash('sha256').update(`plenum form\n${secret}`).digest('base64url');

/** True if a token was derived from that secret. */
export function isFormTokenOf(token: unknown, secret: string): boolean {
  if (typeof token !== 'string') return false;
  const given = Buffer.from(token);
  const expected = Buffer.from(toFormToken(secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
