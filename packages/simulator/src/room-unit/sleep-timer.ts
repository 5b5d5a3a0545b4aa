/** Minutes of each value of SplitSystemSleepTimer_e (interface 2.1); 0 = off. */
const MINUTES: readonly number[] = [0, 30, 60, 120, 240, 360, 480, 720];
const MINUTE = 60_000;

/** When a sleep timer that is set to `sleep` at an instant ends, ms UTC; 0 when it is off. */
export const sleepEndOf = (sleep: number, at: number): number => {
  const minutes = MINUTES[sleep] ?? 0;
  return minutes === 0 ? 0 : at + minutes * MINUTE;
};

/** Whole minutes left of a timer that ends at an instant, rounded up; 0 without one. */
export const minutesLeft = (sleepEnd: number, at: number): number =>
  sleepEnd > at ? Math.ceil((sleepEnd - at) / MINUTE) : 0;

/** The shortest value of SplitSystemSleepTimer_e that is at least so many minutes, its longest beyond that. */
export const toSleepTimer = (minutes: number): number => {
  const found = MINUTES.findIndex((each) => each >= minutes);
  return found < 0 ? MINUTES.length - 1 : found;
};
