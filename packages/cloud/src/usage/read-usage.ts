import type { Store } from '../store/store.ts';
import type { Meter } from './meter.ts';
import { readUsage, toDay, type Usage, wholeDay } from './store.ts';

/** What an app asked for in the last 30 days, today among them; days are UTC, named by their beginning (ms). */
export interface AppUsage {
  readonly since: number;
  readonly until: number;
  readonly usage: readonly Usage[];
}

/** Reads the usage of an app, with what this node counted up to now. */
export type UsageOf = (clientId: string) => Promise<AppUsage>;

const shownDays = 30;

export const createUsageOf =
  ({ store, now, meter }: { store: Store; now: () => number; meter: Pick<Meter, 'flush'> }): UsageOf =>
  async (clientId) => {
    const until = toDay(now());
    const since = until - (shownDays - 1) * wholeDay;
    // What cannot be written down now is written later; that keeps nobody from seeing the rest.
    await meter.flush().catch(() => {});
    return { since, until, usage: await readUsage(store.db, { clientId, since }) };
  };
