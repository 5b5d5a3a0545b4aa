import { setImmediate as turn } from 'node:timers/promises';
import type { Cancel, Clock, DueWork } from './clock.ts';

/**
 * A clock that shows the time of the machine until it is moved. Moving it takes no time: everything that is due in
 * between is done in order, each at its time.
 */
export interface TestClock extends Clock {
  readonly machine: Clock;
  readonly follow: (work: DueWork) => Cancel;
  /** Seconds per second of the machine; 0 if the clock stands still, 1 at first. */
  scale(): number;
  setScale(scale: number): Promise<void>;
  /**
   * Moves the clock forward by `milliseconds`, or to an instant. Resolves when everything that was due is done. A move
   * to the past does nothing.
   */
  step(milliseconds: number): Promise<void>;
  moveTo(at: number): Promise<void>;
  /** Ends the moves in progress where they are, and begins no others. */
  stop(): Promise<void>;
}

/** Interval of the machine at which a clock with another scale than 1 moves, ms. */
const tick = 50;

interface Timer {
  readonly at: number;
  readonly run: () => unknown;
  /** Cancels the timer of the machine, while the clock goes at the speed of the machine. */
  cancel: Cancel | undefined;
}

/** Something that is due at an instant. */
interface Stop {
  readonly at: number;
  readonly run: () => unknown;
}

export function createTestClock(machine: Clock): TestClock {
  const timers = new Set<Timer>();
  const followed = new Set<DueWork>();
  let scale = 1;
  /** The time of the clock less that of the machine, while it goes at the speed of the machine. */
  let ahead = 0;
  /** The time of the clock while it moves or stands still, otherwise undefined. */
  let still: number | undefined;
  let isStopped = false;
  let moves = Promise.resolve();
  /** Ends the regular moves of a clock with another scale than 0 and 1. */
  let endTicks = () => {};

  const now = () => still ?? machine.now() + ahead;

  const arm = (timer: Timer) => {
    if (still !== undefined) return;
    timer.cancel = machine.after(Math.max(0, timer.at - now()), () => {
      // Timers of the machine end early after the longest wait that they know.
      if (now() < timer.at) return arm(timer);
      timers.delete(timer);
      return timer.run();
    });
  };
  const halt = () => {
    still = now();
    for (const timer of timers) timer.cancel?.();
  };
  /** Lets the clock go at the speed of the machine, if that is its scale. */
  const release = () => {
    if (scale !== 1 || isStopped) return;
    ahead = now() - machine.now();
    still = undefined;
    for (const timer of timers) arm(timer);
  };

  /** Does the work that is overdue, such as a message whose next interval has not come yet. */
  const catchUp = async () => {
    for (const { next, run } of [...followed]) {
      const at = await next?.(0);
      if (at !== undefined && at <= now()) await run();
    }
    await idle();
  };
  /** Does the work that is not due at exact times. */
  const finish = async () => {
    for (const { next, run } of [...followed]) if (next === undefined) await run();
  };
  const idle = async () => {
    for (const one of [...followed]) await one.idle?.();
    // The requests that others have sent get their turn.
    await turn();
  };
  const firstTimer = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers)
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  };
  const firstWork = async (until: number): Promise<Stop | undefined> => {
    let first: Stop | undefined;
    for (const { next, run } of [...followed]) {
      const at = await next?.(now());
      if (at !== undefined && at <= until && (first === undefined || at < first.at)) first = { at, run };
    }
    return first;
  };

  /** Moves the clock, which stands still meanwhile, and does what is due in between. */
  const pass = async (until: number) => {
    let work = await firstWork(until);
    while (!isStopped) {
      const timer = firstTimer(work?.at ?? until);
      const stop = timer ?? work;
      if (stop === undefined) break;
      if (timer !== undefined) timers.delete(timer);
      still = Math.max(now(), stop.at);
      const done = stop.run();
      // A timer without a promise has only changed something in memory.
      if (done === undefined) continue;
      await done;
      await idle();
      work = await firstWork(until);
    }
    if (!isStopped) still = Math.max(now(), until);
  };

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = moves.then(() => (isStopped ? undefined : work()));
    moves = done.catch(() => {});
    return done;
  };
  const move = (toTarget: () => number) =>
    enqueue(async () => {
      const until = toTarget();
      halt();
      try {
        await catchUp();
        await pass(until);
        await finish();
      } finally {
        release();
      }
    });

  /** Moves the clock regularly, by the time of the machine since the last move. */
  const startTicks = () => {
    let last = machine.now();
    let hasEnded = false;
    let cancel = () => {};
    const moveOn = async () => {
      if (hasEnded) return;
      const passed = Math.max(0, machine.now() - last);
      last += passed;
      await pass(now() + Math.round(passed * scale));
    };
    const wait = () => {
      cancel = machine.after(tick, async () => {
        // Work that failed is done at its next interval.
        await enqueue(moveOn).catch(() => {});
        if (!hasEnded) wait();
      });
    };
    wait();
    endTicks = () => {
      hasEnded = true;
      cancel();
    };
  };

  return {
    machine,
    now,
    after: (milliseconds, run) => {
      const timer: Timer = { at: now() + milliseconds, run, cancel: undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel?.();
      };
    },
    follow: (work) => {
      followed.add(work);
      return () => void followed.delete(work);
    },
    scale: () => scale,
    setScale: (next) =>
      enqueue(async () => {
        endTicks();
        halt();
        scale = next;
        release();
        if (scale !== 0 && scale !== 1) startTicks();
      }),
    step: (milliseconds) => move(() => now() + milliseconds),
    moveTo: (at) => move(() => at),
    stop: async () => {
      isStopped = true;
      endTicks();
      await moves;
    },
  };
}
