import { type Clock, every } from '@plenum/platform';

/** Knows when this process did not run: it was frozen, or its machine was suspended. */
export interface Pauses extends Disposable {
  /** True if a message of this age (ms) waited for this process, and would be younger than `most` without that. */
  explain(age: number, most: number): boolean;
}

/** Interval at which the process notes that it runs, and a gap between two notes that is a pause, ms. */
const noteEvery = 1_000;
const shortestPause = 5_000;

/** Time after a pause in which this process has received everything that waited, ms. */
const catchUp = 10_000;

export function watchPauses(clock: Clock): Pauses {
  let noted = clock.now();
  let pause = { length: 0, end: Number.NEGATIVE_INFINITY };
  // Also called before a message is judged, because a process that continues may read messages before its timers run.
  const note = () => {
    const now = clock.now();
    if (now - noted >= shortestPause) pause = { length: now - noted, end: now };
    noted = now;
  };
  const cancel = every(clock, noteEvery, note);
  return {
    explain: (age, most) => {
      note();
      const since = clock.now() - pause.end;
      return since <= catchUp && age - since - pause.length <= most;
    },
    [Symbol.dispose]: cancel,
  };
}
