import { cloudLimits } from '@plenum/protocol/cloud';
import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';
import { toDay, wholeDay } from './store.ts';

/** How long counts are stored, ms: the days the console shows, and the rest of the first of them. */
const retention = (cloudLimits.usageDays + 1) * wholeDay;

/** Deletes counts of days that the console no longer shows. */
export const sweepUsage = (store: Store, now: number): Promise<void> =>
  sweepRows(store, {
    table: 'usage',
    key: ['client_id', 'day', 'operation', 'status'],
    instant: 'day',
    until: toDay(now - retention) - 1,
  });
