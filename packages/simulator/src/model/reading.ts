/**
 * What a sensor shows of an exact value: rounded to its resolution, with hysteresis. It stays at `before` until the value
 * differs by more than `hysteresis` (three quarters of a step by default), so that it does not flicker between two steps.
 */
export const toReading = (
  before: number,
  exact: number,
  resolution: number,
  hysteresis = 0.75 * resolution,
): number => (Math.abs(exact - before) <= hysteresis ? before : roundTo(exact, resolution));

/** An exact value rounded to a resolution, never -0. */
export const roundTo = (exact: number, resolution: number): number =>
  Math.round(exact / resolution) * resolution + 0;

/** Resolution of measured temperatures, hundredths of a degree: real sensors show tenths. */
export const TENTH = 10;

/** Whether a multiple of `period` ms (UTC) lies in (from, at]. */
export const isDue = (period: number, from: number, at: number): boolean =>
  Math.floor(at / period) !== Math.floor(from / period);
