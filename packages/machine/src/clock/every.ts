import type { Cancel, Clock } from './clock.ts';

/** Runs `ring` again and again, that many milliseconds after it last ran, until cancelled. */
export const every = (clock: Clock, milliseconds: number, ring: () => void): Cancel => {
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(milliseconds, () => {
      wait();
      ring();
    });
  };
  wait();
  return () => cancel();
};
