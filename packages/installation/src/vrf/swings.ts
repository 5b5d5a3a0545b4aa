import { enumerations } from '@plenum/protocol/field';

const { swing } = enumerations;

/** Whether a unit that allows the swings `allowed` (`SwAl`) takes a swing: none always, and what its louvres have. */
export const allowsSwing = (allowed: number, wanted: number): boolean =>
  wanted === swing.values.none || wanted === allowed || allowed === swing.values.both;

/** The words of the swings a unit takes. */
export const swingsOf = (allowed: number): string[] =>
  Object.entries(swing.values)
    .filter(([, value]) => allowsSwing(allowed, value))
    .map(([word]) => word);

/** The word of a swing. */
export const nameSwing = (wanted: number): string =>
  Object.entries(swing.values).find(([, value]) => value === wanted)?.[0] ?? String(wanted);
