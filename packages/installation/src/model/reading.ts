/**
 * What a sensor of a resolution shows of an exact value: it stays at `before` until the value has left it by more
 * than `slack` (three quarters of a step unless told), so that a value on the edge of two steps does not flicker.
 */
export const toReading = (
  before: number,
  exact: number,
  resolution: number,
  slack = 0.75 * resolution,
): number => (Math.abs(exact - before) <= slack ? before : roundTo(exact, resolution));

/** An exact value rounded to a resolution, never -0. */
export const roundTo = (exact: number, resolution: number): number =>
  Math.round(exact / resolution) * resolution + 0;

/** Resolution of temperatures on the wire, hundredths of a degree: real sensors show tenths. */
export const TENTH = 10;

/** Whether a multiple of `period` ms (UTC) lies in (from, at]. */
export const isDue = (period: number, from: number, at: number): boolean =>
  Math.floor(at / period) !== Math.floor(from / period);
