import type { Clock } from '@plenum/platform';
import type { ComponentUpdate, IngestResult } from '../../component/store-updates.ts';
import { createIngestBatch, type IngestBatchDeps } from './ingest-batch.ts';
import { createPacedIngest, type PacedIngestDeps } from './paced-ingest.ts';
import { ingestPatiently } from './patient-ingest.ts';

interface IngestDeps extends IngestBatchDeps, Pick<PacedIngestDeps, 'events'> {
  readonly clock: Clock;
}

/**
 * Stores an update of a bridge of an account. `ended` returns a signal that is aborted when the connection of the bridge
 * ends; it is called only if the store fails.
 */
export type Ingest = (
  accountId: string,
  update: ComponentUpdate,
  ended: () => AbortSignal,
) => Promise<IngestResult>;

/**
 * Creates the ingest of a node. From the outside in: an update waits while the store is unavailable, then for the event
 * quota of its account, and is stored in one transaction with those of other bridges.
 */
export function createIngest(deps: IngestDeps): Ingest {
  const { events, clock } = deps;
  const inBatches = createIngestBatch(deps);
  const paced = createPacedIngest({ ingest: inBatches, events, clock });
  return (accountId, update, ended) => ingestPatiently(() => paced(accountId, update), { clock, ended });
}
