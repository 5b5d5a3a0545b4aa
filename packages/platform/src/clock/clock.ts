/** Cancels a timer; does nothing if it has already run or was cancelled. */
export type Cancel = () => void;

/** Work that is looked for at intervals, and is due at instants that its store knows. */
export interface DueWork {
  /**
   * Resolves to the first instant after `after` at which there is something to do, or to undefined if there is none.
   * Omitted for work that need not be done at an exact time, such as deleting what has expired: it is done at the end
   * of a move.
   */
  readonly next?: ((after: number) => Promise<number | undefined>) | undefined;
  /** Does everything that is due at the current time of the clock. Resolves when it is done. */
  readonly run: () => Promise<unknown>;
  /** Resolves when nothing is under way. */
  readonly idle?: () => Promise<unknown>;
}

/** A clock and its timers. Tests pass in a clock that they move. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Runs `run` once after `milliseconds`. A test clock waits for the promise that `run` returns. */
  after(milliseconds: number, run: () => unknown): Cancel;
  /** The clock of the machine, if this is another one (`machineOf`). */
  readonly machine?: Clock;
  /** Adds work that is done in time while a test clock is moved. Other clocks leave it out. */
  readonly follow?: (work: DueWork) => Cancel;
}

/**
 * Returns the clock of the machine. It measures what does not depend on the time that a test clock shows: waiting for
 * other machines, and the age of signatures that those check.
 */
export const machineOf = (clock: Clock): Clock => clock.machine ?? clock;

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
export function coalesce(clock: Clock, milliseconds: number, run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    clock.after(milliseconds, () => {
      isWaiting = false;
      run();
    });
  };
}

/** Calls `run` repeatedly until cancelled, each time `milliseconds` after the last call. */
export function every(clock: Clock, milliseconds: number, run: () => unknown): Cancel {
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(milliseconds, () => {
      wait();
      return run();
    });
  };
  wait();
  return () => cancel();
}
