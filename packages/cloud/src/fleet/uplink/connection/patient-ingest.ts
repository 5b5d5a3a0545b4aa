import { type Clock, delay } from '@plenum/platform';
import { type Backoff, longestWait } from '@plenum/platform/backoff';
import { storeErrors } from '../../../kernel/failure/store-errors.ts';
import type { ComponentUpdate, IngestResult } from '../../component/ingest.ts';

type Ingest = (update: ComponentUpdate) => Promise<IngestResult>;

const pauses: Backoff = { first: 250, max: 2_000 };

/**
 * Creates an ingest that tries again while the store is unavailable, until `signal` is aborted. The bridge waits for
 * its acknowledgement meanwhile. Connecting again would take it longer than most outages last.
 */
export const createPatientIngest =
  (ingest: Ingest, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }): Ingest =>
  async (update) => {
    for (let failures = 0; ; failures++)
      try {
        return await ingest(update);
      } catch (error) {
        if (!storeErrors.is(error) || storeErrors.is(error, 'damaged')) throw error;
        await delay(clock, longestWait(pauses, failures), signal);
        if (signal.aborted) throw error;
      }
  };
