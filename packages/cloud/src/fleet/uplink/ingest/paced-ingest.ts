import { type Clock, delay, type TokenBucket } from '@plenum/platform';
import { createRecentMap } from '../../../kernel/quota/recent-map.ts';
import type { ComponentUpdate, IngestResult } from '../../component/store-updates.ts';

export interface PacedIngestDeps {
  readonly ingest: (update: ComponentUpdate) => Promise<IngestResult>;
  /** Event quota of an account. Each event is a change of its bridges that has to be sent to an endpoint. */
  readonly events: Pick<TokenBucket, 'spend' | 'wait'>;
  readonly clock: Clock;
}

/** Stores updates from the bridges of an account no faster than the account's event quota allows. */
export type PacedIngest = (accountId: string, update: ComponentUpdate) => Promise<IngestResult>;

/** Maximum number of events in one transaction. The number of events is an estimate. */
const maxEvents = 1_000;
/** Number of accounts whose endpoint count is remembered. The oldest entries are dropped. */
const maxAccounts = 10_000;

/**
 * Splits an update into parts of at most `most` components. The parts of a snapshot are followed by the whole snapshot,
 * to remove components that no longer exist.
 */
const toParts = (update: ComponentUpdate, most: number): ComponentUpdate[] => {
  const { components } = update;
  const parts: ComponentUpdate[] = [];
  let from = 0;
  for (; components.length - from > most; from += most)
    parts.push({ ...update, components: components.slice(from, from + most), removed: [] });
  return [
    ...parts,
    update.removed === undefined ? update : { ...update, components: components.slice(from) },
  ];
};

/**
 * Creates a paced ingest. The number of events a change causes is only known once it is stored. The quota is therefore
 * charged in advance with as many events as earlier changes caused, and changes with too many events are stored in
 * parts.
 */
export function createPacedIngest({ ingest, events, clock }: PacedIngestDeps): PacedIngest {
  /** Events for each changed component, by account. */
  const fanOut = createRecentMap<number>(maxAccounts);
  const learn = (accountId: string, { changed, queued }: { changed: number; queued: number }) => {
    if (changed === 0) return;
    if (queued > changed) fanOut.set(accountId, queued / changed);
    else fanOut.delete(accountId);
  };

  const ingestPart = async (accountId: string, part: ComponentUpdate): Promise<IngestResult> => {
    for (let wait = events.wait(accountId); wait > 0; wait = events.wait(accountId)) await delay(clock, wait);
    const expected = part.components.length * (fanOut.get(accountId) ?? 0);
    events.spend(accountId, expected);
    let queued = 0;
    try {
      const result = await ingest(part);
      if (result.is === 'stored') {
        queued = result.queued ?? 0;
        learn(accountId, { changed: result.change?.changed.length ?? 0, queued });
      }
      return result;
    } finally {
      events.spend(accountId, queued - expected);
    }
  };

  return async (accountId, update) => {
    const most = Math.max(1, Math.floor(maxEvents / (fanOut.get(accountId) ?? 1)));
    const parts = toParts(update, most);
    const last = parts.pop()!;
    for (const part of parts) {
      const result = await ingestPart(accountId, part);
      if (result.is === 'fenced') return result;
      // The whole snapshot may still fit, because the parts do not remove the components that are missing from it.
      if (result.is === 'overfull') break;
    }
    return ingestPart(accountId, last);
  };
}
