import { type StoreErrorCode, storeErrors } from '../failure/store-errors.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';

/**
 * Logs once per outage that the database is unavailable and once that it is back, even if many queries fail. Also logs
 * damage once.
 */
export interface Outage {
  /** Must be called with every error of the database. Returns the error to throw for it. */
  failed(error: unknown): unknown;
  /** Must be called after every query that succeeded. */
  worked(): void;
  /** Must be called with a description of the damage found. */
  damaged(why: string): void;
  /** Number of times damage was found since the start. */
  damage(): number;
}

interface OutageDeps {
  /** Name of the store in messages. */
  readonly label: string;
  readonly codeOf: (error: unknown) => StoreErrorCode | undefined;
  readonly log: Log;
  readonly elapsed?: () => number;
}

/**
 * While some queries fail and others succeed (too many connections), the outage lasts until none has failed for this
 * time, ms.
 */
const quiet = 10_000;

export function createOutage(parts: OutageDeps): Outage {
  const { label, codeOf, log, elapsed = () => performance.now() } = parts;
  // Nothing is logged before the first success, because opening the store throws instead.
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown';
  let failedAt = 0;
  let damage = 0;
  const damaged = (why: string) => {
    if (damage++ > 0) return;
    log.error(
      {},
      `The store ${label} is damaged (${why}); requests that need the damaged part are refused. Restore a backup.`,
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
      if (state === 'unavailable') log.info({}, `The store ${label} is available again.`);
      state = 'available';
    },
  };
}
