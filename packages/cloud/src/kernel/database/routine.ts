import { type Clock, every } from '@plenum/platform';

export interface RoutineDeps {
  readonly clock: Clock;
  /** Interval, ms. */
  readonly each: number;
  readonly work: () => Promise<unknown>;
  /** Called when the work fails. It runs again at its next turn. */
  readonly failed: (error: unknown) => void;
}

/** Runs work on the store periodically, never twice at the same time. Disposing waits for the run in progress. */
export const startRoutine = ({ clock, each, work, failed }: RoutineDeps): AsyncDisposable => {
  let isDue = false;
  let underWay: Promise<void> | undefined;
  const run = async () => {
    while (isDue) {
      isDue = false;
      await work().catch(failed);
    }
    underWay = undefined;
  };
  const cancel = every(clock, each, () => {
    isDue = true;
    underWay ??= run();
  });
  return {
    [Symbol.asyncDispose]: async () => {
      cancel();
      isDue = false;
      await underWay;
    },
  };
};
