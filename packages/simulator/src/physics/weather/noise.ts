/** One round of a 32-bit integer hash with low bias (C. Wellons, "Prospecting for hash functions", lowbias32). */
const mix = (value: number): number => {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
};

/**
 * Returns a number in [0, 1) that depends only on its three whole-number arguments.
 *
 * Counter-based, so numbers can be drawn in any order and no generator state has to be stored. Counters are safe
 * integers, so they can be milliseconds since 1970. `stream` keeps the draws of different purposes independent.
 */
export function noise(seed: number, stream: number, counter: number): number {
  const high = Math.floor(counter / 4294967296);
  const start = mix(seed ^ 0x9e3779b9);
  const middle = mix(start ^ Math.imul(stream, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35));
  return (mix(middle ^ (counter - high * 4294967296)) >>> 0) / 4294967296;
}

/** The whole positions around the last read of a stream, and the noise at them. */
interface Interval {
  seed: number;
  stream: number;
  left: number;
  a: number;
  b: number;
}

/** Cache slots, roughly one for each stream of each house that is being simulated. */
const intervals = Array.from(
  { length: 1024 },
  (): Interval => ({ seed: 0, stream: -1, left: 0.5, a: 0.5, b: 0.5 }),
);

/**
 * Returns noise at whole values of `position`, interpolated smoothly (3t² - 2t³) between them. Weather and radios
 * advance by a small part of an interval in each step, so the ends of the interval are cached.
 */
export function smoothNoise(seed: number, stream: number, position: number): number {
  const left = Math.floor(position);
  const interval = intervals[stream & 1023]!;
  if (interval.left !== left || interval.stream !== stream || interval.seed !== seed) {
    interval.seed = seed;
    interval.stream = stream;
    interval.left = left;
    interval.a = noise(seed, stream, left);
    interval.b = noise(seed, stream, left + 1);
  }
  const { a, b } = interval;
  const t = position - left;
  return a + (b - a) * t * t * (3 - 2 * t);
}
