import type { Cancel, Wall } from './wall.ts';

/** Runs `ring` again and again, that many milliseconds after it last ran, until cancelled. */
export const every = (wall: Wall, milliseconds: number, ring: () => void): Cancel => {
  let cancel = () => {};
  const wait = () => {
    cancel = wall.after(milliseconds, () => {
      wait();
      ring();
    });
  };
  wait();
  return () => cancel();
};
