import { enumerations } from '@plenum/protocol/field';
import { allowsSwing } from '@plenum/protocol/vrf';

const { swing } = enumerations;

/** Returns the labels of the swings that a unit accepts. */
export const swingsOf = (allowed: number): string[] =>
  Object.entries(swing.values)
    .filter(([, value]) => allowsSwing(allowed, value))
    .map(([word]) => word);

/** Returns the label of a swing. */
export const nameSwing = (wanted: number): string =>
  Object.entries(swing.values).find(([, value]) => value === wanted)?.[0] ?? String(wanted);
