import { type Clock, type DueWork, every, machineOf } from '@plenum/platform';

interface RoutineDeps extends Pick<DueWork, 'next'> {
  readonly clock: Clock;
  /** Interval of the machine, ms. */
  readonly each: number;
  /** True to run the work when the routine starts too. */
  readonly isImmediate?: boolean;
  readonly work: () => Promise<unknown>;
  /** Called when the work fails. It runs again at its next turn. */
  readonly failed: (error: unknown) => void;
}

/**
 * Runs work on the store periodically, never twice at the same time, and when a test clock reaches the instants of
 * `next`. Disposing waits for the run in progress.
 */
export function startRoutine({
  clock,
  each,
  isImmediate = false,
  work,
  failed,
  next,
}: RoutineDeps): AsyncDisposable {
  let isDue = false;
  let underWay: Promise<void> | undefined;
  const run = async () => {
    while (isDue) {
      isDue = false;
      await work().catch(failed);
    }
    underWay = undefined;
  };
  const begin = () => {
    isDue = true;
    underWay ??= run();
    return underWay;
  };
  const cancel = every(machineOf(clock), each, begin);
  if (isImmediate) void begin();
  const unfollow = clock.follow?.({ next, run: begin });
  return {
    [Symbol.asyncDispose]: async () => {
      cancel();
      unfollow?.();
      isDue = false;
      await underWay;
    },
  };
}
