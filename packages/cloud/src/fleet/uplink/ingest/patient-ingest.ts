import { type Clock, delay } from '@plenum/platform';
import { type Backoff, longestWait } from '@plenum/platform/backoff';
import { storeErrors } from '../../../kernel/failure/store-errors.ts';
import type { IngestResult } from '../../component/store-updates.ts';

interface PatientIngestDeps {
  readonly clock: Clock;
  /** Returns a signal that is aborted when the connection of the bridge ends; called only if the store fails. */
  readonly ended: () => AbortSignal;
}

const pauses: Backoff = { first: 250, max: 2_000 };

/**
 * Stores an update. Tries again while the store is unavailable, until the connection of the bridge ends. The bridge
 * waits for its acknowledgement meanwhile. Connecting again would take it longer than most outages last.
 */
export async function ingestPatiently(
  ingest: () => Promise<IngestResult>,
  { clock, ended }: PatientIngestDeps,
): Promise<IngestResult> {
  for (let failures = 0; ; failures++)
    try {
      return await ingest();
    } catch (error) {
      if (!storeErrors.is(error) || storeErrors.is(error, 'damaged')) throw error;
      const signal = ended();
      await delay(clock, longestWait(pauses, failures), signal);
      if (signal.aborted) throw error;
    }
}
