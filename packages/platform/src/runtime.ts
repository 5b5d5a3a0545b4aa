import type { Clock } from './clock/clock.ts';
import type { Log } from './quiet-log.ts';

/**
 * The clock, log and randomness that a service gets from its machine, and that tests replace. Each part of a service
 * names the members that it uses: `Pick<Runtime, 'clock' | 'log'>`.
 */
export interface Runtime {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns 0 <= n < 1. */
  readonly random: () => number;
  /** Returns ms by a monotonic clock. */
  readonly elapsed: () => number;
}
