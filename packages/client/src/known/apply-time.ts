/** How long a device takes until its answers show a command, learned from those it has shown; milliseconds. */
export interface ApplyTime {
  /** When to read back, after the answer to a command. */
  readonly estimate: () => number;
  /** Learns that a command was shown that much after its answer, and whether the first reading back showed it. */
  readonly learn: (time: number, wasFirst: boolean) => void;
}

const initialEstimate = 250;
const minEstimate = 50;

/** Waits longer at once for a device that needs it, and tries a shorter time whenever the first reading was enough. */
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
