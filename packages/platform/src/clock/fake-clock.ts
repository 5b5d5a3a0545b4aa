import type { Clock } from './clock.ts';

/** A clock that only tests advance; its timers run in order. */
export interface FakeClock extends Clock {
  /** Advances the clock, and runs every timer at the time at which it is due. */
  advance(milliseconds: number): void;
  /** Sets the clock without running any timer. */
  set(at: number): void;
  /** The number of timers that have neither run nor been cancelled. */
  timers(): number;
}

/** Monday 2026-01-05 00:00 UTC. */
export const monday = Date.UTC(2026, 0, 5);

export function createFakeClock(start = monday): FakeClock {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  const nextDue = (until: number) => {
    let next: { at: number; run: () => void } | undefined;
    for (const timer of timers)
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    return next;
  };
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      const until = now + milliseconds;
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.run();
      }
      now = until;
    },
    set: (at) => {
      now = at;
    },
    timers: () => timers.size,
  };
}
