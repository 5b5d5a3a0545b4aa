import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';
import type { Store } from '../../kernel/database/store.ts';
import type { Meter } from './meter.ts';
import { readUsage, toDay, wholeDay } from './store.ts';

/** The requests of an app in the last days, today included; a day is the ms at which it began in UTC. */
export type AppUsage = RecordOf<'AppUsage'>;

/** Reads the usage of an app, with what this node counted up to now. */
export type UsageOf = (clientId: string) => Promise<AppUsage>;

export const createUsageOf =
  ({ store, now, meter }: { store: Store; now: () => number; meter: Pick<Meter, 'flush'> }): UsageOf =>
  async (clientId) => {
    const until = toDay(now());
    const since = until - (cloudLimits.usageDays - 1) * wholeDay;
    // Counts that cannot be flushed now are flushed later; the stored ones are shown meanwhile.
    await meter.flush().catch(() => {});
    return { since, until, usage: await readUsage(store.db, { clientId, since }) };
  };
