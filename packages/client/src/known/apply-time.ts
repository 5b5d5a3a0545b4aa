/** The time that a device takes until its answers show a command, in ms, learned from earlier commands. */
export interface ApplyTime {
  /** Returns when to read back, after the answer to a command. */
  readonly estimate: () => number;
  /** Records how long after its answer a command was shown, and whether the first reading back showed it. */
  readonly learn: (time: number, wasFirst: boolean) => void;
}

const initialEstimate = 250;
const minEstimate = 50;

/**
 * Creates an estimate that grows immediately for a device that needs longer, and shrinks whenever the first reading was
 * enough.
 */
export const createApplyTime = (maxEstimate: number): ApplyTime => {
  let estimate = initialEstimate;
  return {
    estimate: () => estimate,
    learn: (time, wasFirst) => {
      const next = wasFirst ? estimate * 0.75 : Math.max(time, estimate);
      estimate = Math.min(maxEstimate, Math.max(minEstimate, next));
    },
  };
};
