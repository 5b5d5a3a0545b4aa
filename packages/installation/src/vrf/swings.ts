import { enumerations } from '@plenum/protocol/field';

const { swing } = enumerations;

/** Whether a unit with the swing types `allowed` (`SwAl`) accepts a swing; it always accepts none. */
export const allowsSwing = (allowed: number, wanted: number): boolean =>
  wanted === swing.values.none || wanted === allowed || allowed === swing.values.both;

/** The words for the swings that a unit accepts. */
export const swingsOf = (allowed: number): string[] =>
  Object.entries(swing.values)
    .filter(([, value]) => allowsSwing(allowed, value))
    .map(([word]) => word);

/** The word for a swing. */
export const nameSwing = (wanted: number): string =>
  Object.entries(swing.values).find(([, value]) => value === wanted)?.[0] ?? String(wanted);
