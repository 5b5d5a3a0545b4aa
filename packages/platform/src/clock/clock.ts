/** Cancels a timer; does nothing if it has already run or was cancelled. */
export type Cancel = () => void;

/** The clock and the timers of the machine. Tests pass in a fake clock that they advance. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Runs `run` once after `milliseconds`. */
  after(milliseconds: number, run: () => void): Cancel;
}

/** The longest wait of a Node timer; a longer wait would end immediately. */
const longestWait = 2_147_483_647;

/** The clock of the machine. Its timers do not keep a process alive, because the sockets of the process do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longestWait));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * The clock of a program that only waits: its timers keep the process alive. It starts at the machine's time of day and
 * never jumps, even if the machine's clock is changed.
 */
export const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longestWait));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `milliseconds`, or as soon as the signal is aborted. */
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

/** Returns a function that combines calls: `run` is called once, `milliseconds` after the first of them. */
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

/** Calls `run` repeatedly until cancelled, each time `milliseconds` after the last call. */
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
