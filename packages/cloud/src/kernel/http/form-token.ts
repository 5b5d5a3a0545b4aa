import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The token of the forms shown to the holder of a secret cookie: who sends it back has seen a page that only the holder
 * was shown, so no other site made up the request. It is derived, so nothing is kept, and gives nothing of the secret away.
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
