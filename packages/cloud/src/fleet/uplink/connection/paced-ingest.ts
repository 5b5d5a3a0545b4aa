import { type Clock, delay, type TokenBucket } from '@plenum/platform';
import { createRecentMap } from '../../../kernel/quota/recent-map.ts';
import type { ComponentUpdate, IngestResult } from '../../component/ingest.ts';

export interface PacedIngestDeps {
  readonly ingest: (update: ComponentUpdate) => Promise<IngestResult>;
  /** Of an account: the events that wait for endpoints because its bridges changed. */
  readonly events: Pick<TokenBucket, 'spend' | 'wait'>;
  readonly clock: Clock;
}

/** Stores what the bridges of an account send no faster than its share of events. */
export type PacedIngest = (accountId: string, update: ComponentUpdate) => Promise<IngestResult>;

/** The most events of one transaction, as far as that is known before. */
const maxEvents = 1_000;
/** The most accounts whose number of endpoints is remembered; the oldest are forgotten. */
const maxAccounts = 10_000;

/** An update in parts of so many components. A snapshot follows its parts whole, for what it does not have any more. */
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
 * How many events a change causes is known when it is stored. So as many as the changes before caused are taken off the share
 * in advance, and changes with too many of them are stored in parts.
 */
export const createPacedIngest = ({ ingest, events, clock }: PacedIngestDeps): PacedIngest => {
  /** The events for each component that changed, by account. */
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
      if (result.outcome === 'stored') {
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
      if (result.outcome === 'fenced') return result;
      // What the snapshot does not have any more still takes up room.
      if (result.outcome === 'overfull') break;
    }
    return ingestPart(accountId, last);
  };
};
