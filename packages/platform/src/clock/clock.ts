/** Cancels a timer; does nothing for one that has run or is cancelled. */
export type Cancel = () => void;

/** The clock and the timers of the machine; tests pass in a fake one that they advance. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Runs `run` once, that many milliseconds from now. */
  after(milliseconds: number, run: () => void): Cancel;
}

/** The longest wait of a Node timer; a longer one would run at once. */
const longestWait = 2_147_483_647;

/** The clock of the machine. Its timers do not keep a process alive: its sockets do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longestWait));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * The clock of a program that waits for something: its timers keep the process alive. It starts at the time of day of
 * the machine and never jumps, even when that is set.
 */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longestWait));
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
export const delay = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(milliseconds, done);
    signal?.addEventListener('abort', done);
  });

/** Calls `run` once for all calls of the returned function within so many milliseconds after the first. */
export const coalesce = (clock: Clock, milliseconds: number, run: () => void): (() => void) => {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    clock.after(milliseconds, () => {
      isWaiting = false;
      run();
    });
  };
};

/** Calls `run` again and again, so many milliseconds after its last call, until cancelled. */
export const every = (clock: Clock, milliseconds: number, run: () => void): Cancel => {
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(milliseconds, () => {
      wait();
      run();
    });
  };
  wait();
  return () => cancel();
};
