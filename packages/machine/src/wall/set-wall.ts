import type { Wall } from './wall.ts';

/** A wall clock that stands still until it is moved; timers ring in their order on the way. */
export interface SetWall extends Wall {
  /** Moves the clock on, ringing every timer that is due at its own instant. */
  pass(milliseconds: number): void;
  /** Puts the clock to an instant without ringing anything, as a clock that is set does. */
  set(at: number): void;
}

/** Monday 2026-01-05 00:00 UTC. */
export const monday = Date.UTC(2026, 0, 5);

export const createSetWall = (start = monday): SetWall => {
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
    pass: (milliseconds) => {
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
