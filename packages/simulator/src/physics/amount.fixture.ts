import fc from '@plenum/testbed/fast-check';

/**
 * A number spread evenly from one bound to the other, both included.
 *
 * fc.double spreads over the representable numbers, which crowd around 0; a room of 1e-200 m² proves little.
 */
export const amount = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 100_000 }).map((step) => low + ((high - low) * step) / 100_000);
