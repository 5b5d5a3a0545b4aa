import { swing } from '../field/enumeration.ts';

/**
 * True if a unit with the swing types `allowed` (`SwAl`, interface 2.7) accepts a swing. Every unit accepts the value
 * for no swing.
 */
export const allowsSwing = (allowed: number, wanted: number): boolean =>
  wanted === swing.values.none || wanted === allowed || allowed === swing.values.both;
