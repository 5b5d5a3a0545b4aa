/** The pause between two requests to a real device, in ms, learned from how it answers. */
export interface Pause {
  readonly current: () => number;
  /** Call after an answer. */
  readonly shorten: () => void;
  /** Call after `{BUSY}`, and if there was no answer. */
  readonly lengthen: () => void;
}

const initialPause = 100;
const minPause = 20;
const maxPause = 400;

/**
 * Creates a pause that adapts to the device. Real devices need a pause (wire facts 7), and its length differs. It
 * begins at 100 ms, shrinks with each answer to 20 ms, and grows again if the device is busy or does not answer. So a
 * burst of commands does not wait for pauses that a device can do without.
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
