import { swing } from '../field/enumeration.ts';

/** Whether a unit with the swing types `allowed` (`SwAl`, interface 2.7) accepts a swing; it always accepts none. */
export const allowsSwing = (allowed: number, wanted: number): boolean =>
  wanted === swing.values.none || wanted === allowed || allowed === swing.values.both;
