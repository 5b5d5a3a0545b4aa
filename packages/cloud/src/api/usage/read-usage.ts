import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';
import type { Store } from '../../kernel/database/store.ts';
import type { LatestRequests } from './latest-requests.ts';
import type { Meter } from './meter.ts';
import { readUsage, toDay, wholeDay } from './store.ts';

/** The requests of an app in the last days, including today. A day is identified by its start, in ms UTC. */
export type AppUsage = RecordOf<'AppUsage'>;

/** Reads the usage of an app, including the requests that this node has counted so far. */
export type UsageOf = (clientId: string) => Promise<AppUsage>;

interface UsageDeps {
  readonly store: Store;
  readonly now: () => number;
  readonly meter: Pick<Meter, 'flush'>;
  readonly latest: Pick<LatestRequests, 'of'>;
  readonly publicUrl: string;
}

export const createUsageOf =
  ({ store, now, meter, latest, publicUrl }: UsageDeps): UsageOf =>
  async (clientId) => {
    const until = toDay(now());
    const since = until - (cloudLimits.usageDays - 1) * wholeDay;
    // If the counts cannot be flushed now, they are flushed later and only the stored ones are shown.
    await meter.flush().catch(() => {});
    return {
      since,
      until,
      usage: await readUsage(store.db, { clientId, since }),
      latest: latest.of(clientId, publicUrl),
    };
  };
