/** The pause between two requests to a real device, in milliseconds, learned from how it answers. */
export interface Pause {
  readonly current: () => number;
  /** Call after an answer. */
  readonly shorten: () => void;
  /** Call after `{BUSY}`, and where there was no answer. */
  readonly lengthen: () => void;
}

const first = 100;
const shortest = 20;
const longest = 400;

/**
 * Real devices need a pause (wire facts 7), and how long differs. It begins at 100 ms, shrinks with each answer to 20 ms, and
 * grows again where the device is busy or does not answer: so many commands at once do not wait for pauses that a device
 * does without.
 */
export const createPause = (): Pause => {
  let current = first;
  return {
    current: () => current,
    shorten: () => {
      current = Math.max(shortest, current * 0.8);
    },
    lengthen: () => {
      current = Math.min(longest, Math.max(first, current * 2));
    },
  };
};
