import { type StoreErrorCode, storeErrors } from '../failure/store-errors.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';

/** Logs that the database is unavailable, and that it is back, once for each outage however many queries fail; and damage once. */
export interface Outage {
  /** To be called with every error of the database; returns the error to throw for it. */
  failed(error: unknown): unknown;
  /** To be called after every query that succeeded. */
  worked(): void;
  /** To be called with what is damaged. */
  damaged(why: string): void;
  /** How often damage was found since the start. */
  damage(): number;
}

export interface OutageDeps {
  /** How the store is named in sentences. */
  readonly label: string;
  readonly codeOf: (error: unknown) => StoreErrorCode | undefined;
  readonly log: Log;
  readonly elapsed?: () => number;
}

/** While some queries fail and others succeed (too many connections), the outage lasts until none failed for this long, ms. */
const quiet = 10_000;

export const createOutage = (parts: OutageDeps): Outage => {
  const { label, codeOf, log, elapsed = () => performance.now() } = parts;
  // Before the first success nothing is logged: opening the store throws.
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown';
  let failedAt = 0;
  let damage = 0;
  const damaged = (why: string) => {
    if (damage++ > 0) return;
    log.error(
      {},
      `The store ${label} is damaged (${why}); requests that need what is damaged are refused. Put back a copy.`,
    );
  };
  return {
    damaged,
    damage: () => damage,
    failed: (error) => {
      const code = codeOf(error);
      if (code === undefined) return error;
      const failure = storeErrors.error(code, {}, error);
      if (code === 'conflict') return failure;
      if (code === 'damaged') {
        if (state !== 'unknown') damaged((error as Error).message);
        return failure;
      }
      failedAt = elapsed();
      if (state === 'available') {
        state = 'unavailable';
        log.error(
          { err: toErrorFacts(error) },
          `The store ${label} is not available; requests that need it are refused.`,
        );
      }
      return failure;
    },
    worked: () => {
      if (state === 'available' || (state === 'unavailable' && elapsed() - failedAt < quiet)) return;
      if (state === 'unavailable') log.info({}, `The store ${label} is back.`);
      state = 'available';
    },
  };
};
