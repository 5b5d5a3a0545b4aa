import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';
import type { Db, Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';

/** Number of requests on one day that got responses with a given status. */
export type Usage = RecordOf<'Usage'>;

/** The operation that an app requested: a request of interface 4.3, a stream of changes, or anything else. */
export type UsageOperation = Usage['operation'];

/** In ms. */
export const wholeDay = 86_400_000;

/** Returns the start of the day (UTC) that contains a time, in ms UTC. */
export const toDay = (at: number): number => Math.floor(at / wholeDay) * wholeDay;

/** Maximum number of rows in one statement. */
const maxRows = 500;

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Adds counts to the stored ones. Nodes update rows in the same order, so that they do not deadlock. Counts of an app
 * that has been removed are dropped.
 */
export const addUsage = (
  store: Store,
  counted: readonly (Usage & { readonly clientId: string })[],
): Promise<void> =>
  store.transaction('full', async ({ db }) => {
    const apps = await db
      .selectFrom('app')
      .select('client_id')
      .where('client_id', 'in', [...new Set(counted.map(({ clientId }) => clientId))])
      .orderBy('client_id')
      .forKeyShare()
      .execute();
    const known = new Set(apps.map(({ client_id }) => client_id));
    const rows = counted
      .filter(({ clientId }) => known.has(clientId))
      .toSorted(
        (a, b) =>
          order(a.clientId, b.clientId) ||
          a.day - b.day ||
          order(a.operation, b.operation) ||
          a.status - b.status,
      )
      .map(({ clientId, ...usage }) => ({ client_id: clientId, ...usage }));
    for (let from = 0; from < rows.length; from += maxRows)
      await db
        .insertInto('usage')
        .values(rows.slice(from, from + maxRows))
        .onConflict((conflict) =>
          conflict.columns(['client_id', 'day', 'operation', 'status']).doUpdateSet((row) => ({
            requests: row('usage.requests', '+', row.ref('excluded.requests')),
          })),
        )
        .execute();
  });

/** Reads the requests of an app since a day, ordered by day. */
export const readUsage = (
  db: Db,
  { clientId, since }: { clientId: string; since: number },
): Promise<Usage[]> =>
  db
    .selectFrom('usage')
    .select(['day', 'operation', 'status', 'requests'])
    .where('client_id', '=', clientId)
    .where('day', '>=', since)
    .orderBy('day')
    .orderBy('operation')
    .orderBy('status')
    .execute();

/** Time for which counts are stored, in ms: the days that the console shows, and one more day. */
const retention = (cloudLimits.usageDays + 1) * wholeDay;

/** Deletes counts of days that the console no longer shows. */
export const sweepUsage = (store: Store, now: number): Promise<void> =>
  sweepRows(store, {
    table: 'usage',
    key: ['client_id', 'day', 'operation', 'status'],
    instant: 'day',
    until: toDay(now - retention) - 1,
  });
