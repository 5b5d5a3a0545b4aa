import type { Cancel, Clock } from './clock.ts';

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
