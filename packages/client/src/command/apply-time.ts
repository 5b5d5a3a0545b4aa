/** The time that a device takes until its answers show a command, in ms, estimated from earlier commands. */
interface ApplyTime {
  /** Returns the delay between the answer to a command and the first read. */
  readonly estimate: () => number;
  /** Records the delay after which a command was shown, and whether the first read showed it. */
  readonly learn: (time: number, wasFirst: boolean) => void;
}

const initialEstimate = 250;
const minEstimate = 50;

/** Creates an estimate that grows immediately for a slow device, and shrinks whenever the first read was enough. */
export function createApplyTime(maxEstimate: number): ApplyTime {
  let estimate = initialEstimate;
  return {
    estimate: () => estimate,
    learn: (time, wasFirst) => {
      const next = wasFirst ? estimate * 0.75 : Math.max(time, estimate);
      estimate = Math.min(maxEstimate, Math.max(minEstimate, next));
    },
  };
}
