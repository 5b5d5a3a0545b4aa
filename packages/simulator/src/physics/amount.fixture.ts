import fc from '@plenum/testbed/fast-check';

/**
 * Generates numbers evenly distributed between two bounds, both included. fc.double distributes evenly over the
 * representable numbers, most of which are close to 0, and a test with a room of 1e-200 m² is useless.
 */
export const amount = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 100_000 }).map((step) => low + ((high - low) * step) / 100_000);
