import { type Clock, every } from '@plenum/machine';

export interface RoutineDeps {
  readonly clock: Clock;
  /** How often, ms. */
  readonly each: number;
  readonly work: () => Promise<unknown>;
  /** Told of work that failed, which is done again in its time. */
  readonly failed: (error: unknown) => void;
}

/** Does something in the store again and again, never twice at once. Disposing ends it when what is under way is over. */
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
