/** The pause between two requests to a real device, in milliseconds, learned from how it answers. */
export interface Pause {
  readonly current: () => number;
  /** Call after an answer. */
  readonly shorten: () => void;
  /** Call after `{BUSY}`, and where there was no answer. */
  readonly lengthen: () => void;
}

const initialPause = 100;
const minPause = 20;
const maxPause = 400;

/**
 * Real devices need a pause (wire facts 7), and how long differs. It begins at 100 ms, shrinks with each answer to 20 ms, and
 * grows again where the device is busy or does not answer: so many commands at once do not wait for pauses that a device
 * does without.
 */
export const createPause = (): Pause => {
  let current = initialPause;
  return {
    current: () => current,
    shorten: () => {
      current = Math.max(minPause, current * 0.8);
    },
    lengthen: () => {
      current = Math.min(maxPause, Math.max(initialPause, current * 2));
    },
  };
};
