import type { Clock } from './clock.ts';

/** A wall clock that stands still until it is moved; timers ring in their order on the way. */
export interface FakeClock extends Clock {
  /** Moves the clock on, ringing every timer that is due at its own instant. */
  advance(milliseconds: number): void;
  /** Puts the clock to an instant without ringing anything, as a clock that is set does. */
  set(at: number): void;
}

/** Monday 2026-01-05 00:00 UTC. */
export const monday = Date.UTC(2026, 0, 5);

export const createFakeClock = (start = monday): FakeClock => {
  let now = start;
  const timers = new Set<{ at: number; ring: () => void }>();
  const nextDue = (until: number) => {
    const due = [...timers].filter(({ at }) => at <= until);
    return due.sort((a, b) => a.at - b.at)[0];
  };
  return {
    now: () => now,
    after: (milliseconds, ring) => {
      const timer = { at: now + milliseconds, ring };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      const until = now + milliseconds;
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.ring();
      }
      now = until;
    },
    set: (at) => {
      now = at;
    },
  };
};
