import { StoreUnavailable } from '../failure/store-unavailable.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';

/** Tells the log that the database went away, and that it is back: once for each outage, however many ask meanwhile. */
export interface Outage {
  /** To be told of every error of the database; gives what to throw for it. */
  failed(error: unknown): unknown;
  /** To be told of every query that was answered. */
  worked(): void;
}

export interface OutageDeps {
  /** How the store is named in sentences. */
  readonly label: string;
  readonly transientOf: (error: unknown) => StoreUnavailable['kind'] | undefined;
  readonly log: Log;
  readonly elapsed?: () => number;
}

/** An outage in which some are served and others are not (too many connections) is one until nobody failed for so long, ms. */
const quiet = 10_000;

export const createOutage = (parts: OutageDeps): Outage => {
  const { label, transientOf: passingOf, log, elapsed = () => performance.now() } = parts;
  // Until it was there once nothing is logged: whoever opens it is told.
  let state: 'unknown' | 'there' | 'away' = 'unknown';
  let failedAt = 0;
  return {
    failed: (error) => {
      const kind = passingOf(error);
      if (kind === undefined) return error;
      const passing = new StoreUnavailable(kind, error);
      if (kind === 'again') return passing;
      failedAt = elapsed();
      if (state === 'there') {
        state = 'away';
        log.error({ err: toErrorFacts(error) }, `The store ${label} cannot be had; whoever asks is told so.`);
      }
      return passing;
    },
    worked: () => {
      if (state === 'there' || (state === 'away' && elapsed() - failedAt < quiet)) return;
      if (state === 'away') log.info({}, `The store ${label} is back.`);
      state = 'there';
    },
  };
};
