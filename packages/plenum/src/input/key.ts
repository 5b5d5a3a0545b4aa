import { wrongUsage } from '../failure.ts';

/**
 * Reads an access key: visible ASCII without spaces, since it is sent as `Authorization: Bearer KEY` (RFC 6750, 2.1).
 * An empty key, from a variable that is not set, would leave the bridge open to everybody.
 */
export const readKey = (typed: string): string => {
  if (/^[\x21-\x7e]+$/.test(typed)) return typed;
  throw wrongUsage('--access-key: a key has one or more letters, digits and signs, and no spaces.');
};
