/** The pause between two requests to a real device, in ms, adapted to its answers. */
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
 * Creates a pause that adapts to the device. Real devices need pauses of different lengths (wire facts 7). The pause
 * starts at 100 ms, shrinks with each answer down to 20 ms, and grows again if the device is busy or does not answer.
 * So a burst of commands is not delayed by pauses that a device does not need.
 */
export function createPause(): Pause {
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
}
