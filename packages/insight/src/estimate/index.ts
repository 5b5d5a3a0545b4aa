/** A figure with the interval that holds it in nine of ten cases. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Number of observations. */
  readonly count: number;
}

/** Returns the median of some numbers; NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** 95 % quantiles of Student's t for 1 to 12 degrees of freedom; beyond them it is close to normal. */
const quantiles = [6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8, 1.78];
const normal = 1.7;
/** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
const deviation = 1.4826;
/** Least half-width of an interval, as a share of the value: readings have a resolution of a tenth of a degree. */
const resolution = 0.05;

/** Returns the median of some observations and the interval in which the next one lies in nine of ten cases. */
export function estimate(values: readonly number[]): Estimate {
  const value = median(values);
  const count = values.length;
  const spread = deviation * median(values.map((one) => Math.abs(one - value)));
  const t = quantiles[count - 2] ?? normal;
  const half = Math.max(t * spread * Math.sqrt(1 + 1 / count), resolution * Math.abs(value));
  return { value, low: value - half, high: value + half, count };
}
