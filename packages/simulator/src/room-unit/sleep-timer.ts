/** Minutes of each value of SplitSystemSleepTimer_e (interface 2.1); 0 = off. */
const MINUTES: readonly number[] = [0, 30, 60, 120, 240, 360, 480, 720];
const MINUTE = 60_000;

/** Returns the end in ms UTC of a sleep timer that is set to `sleep` at a given time, 0 if it is off. */
export function sleepEndOf(sleep: number, at: number): number {
  const minutes = MINUTES[sleep] ?? 0;
  return minutes === 0 ? 0 : at + minutes * MINUTE;
}

/** Returns the whole minutes left of a timer, rounded up, at a given time; 0 without a timer. */
export const minutesLeft = (sleepEnd: number, at: number): number =>
  sleepEnd > at ? Math.ceil((sleepEnd - at) / MINUTE) : 0;

/** Returns the shortest value of SplitSystemSleepTimer_e with at least this number of minutes, or its longest. */
export function toSleepTimer(minutes: number): number {
  const found = MINUTES.findIndex((each) => each >= minutes);
  return found < 0 ? MINUTES.length - 1 : found;
}
