import type { Bus } from '../../../kernel/bus/bus.ts';
import { createBatch } from '../../../kernel/database/batch.ts';
import type { Store } from '../../../kernel/database/store.ts';
import type { ChangeListeners } from '../../component/change-listeners.ts';
import { type ComponentUpdate, type IngestResult, storeUpdates } from '../../component/store-updates.ts';
import { type AccountChange, accountSubject } from '../bus-subjects.ts';

export interface IngestBatchDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: ChangeListeners;
  /** Gets the bridges whose changes were committed. Only a store that nodes share can lose them. */
  readonly recent?: { add(systemId: string): void } | undefined;
}

/**
 * Creates a function that stores the updates of all bridges, many in one transaction, and publishes which accounts
 * changed.
 */
export const createIngestBatch = ({ store, bus, listeners, recent }: IngestBatchDeps) =>
  createBatch<ComponentUpdate, IngestResult>(store, {
    key: ({ systemId }) => systemId,
    // After a power failure the bridge reconnects and sends a snapshot.
    durability: 'relaxed',
    work: async (tx, updates) => {
      const results = await storeUpdates(tx, updates, listeners);
      const changes = results.flatMap((result) => ('change' in result ? (result.change ?? []) : []));
      tx.afterCommit(() => {
        for (const { accountIds, systemId } of changes) {
          recent?.add(systemId);
          for (const accountId of accountIds)
            bus.publish(accountSubject(accountId), { systemId } satisfies AccountChange);
        }
      });
      return results;
    },
  });
