/**
 * Returns a sensor's reading for an exact value: rounded to its resolution, with hysteresis. It stays at `before` until
 * the value differs by more than `hysteresis` (three quarters of a step by default), so that it does not flicker
 * between two steps.
 */
export const toReading = (
  before: number,
  exact: number,
  resolution: number,
  hysteresis = 0.75 * resolution,
): number => (Math.abs(exact - before) <= hysteresis ? before : roundTo(exact, resolution));

/** Rounds an exact value to a resolution. Never returns -0. */
export const roundTo = (exact: number, resolution: number): number =>
  Math.round(exact / resolution) * resolution + 0;

/** Resolution of measured temperatures in hundredths of a degree. Real sensors show tenths. */
export const TENTH = 10;

/** True if a multiple of `period` ms (UTC) lies in (from, at]. */
export const isDue = (period: number, from: number, at: number): boolean =>
  Math.floor(at / period) !== Math.floor(from / period);
