import type { RecordOf } from '@plenum/protocol/console';
import type { Db } from '../../kernel/database/store.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { hasUrl } from './listener-url.ts';

/**
 * Numbers of changes for an endpoint, by result. A change counts as superseded if a newer one replaces it before its
 * delivery is confirmed, even if it arrived.
 */
export type Ledger = RecordOf<'Ledger'>;

/** Reads the ledger of each endpoint of an app, in one statement. */
export async function readLedgers(db: Db, clientId: string): Promise<ReadonlyMap<string, Ledger>> {
  const rows = await db
    .selectFrom('endpoint')
    .leftJoin('outbox', 'outbox.endpoint_id', 'endpoint.id')
    .select(({ fn, ref, eb }) => [
      'endpoint.id',
      'endpoint.changes',
      'endpoint.delivered',
      'endpoint.superseded',
      fn.coalesce(fn.sum<number>('outbox.changes'), eb.lit(0)).as('waiting'),
      fn.count<number>('outbox.subject').as('rows'),
      fn.count<number>(ref('outbox.due_at')).as('pending'),
    ])
    .where('endpoint.client_id', '=', clientId)
    .groupBy(['endpoint.id', 'endpoint.changes', 'endpoint.delivered', 'endpoint.superseded'])
    .execute();
  return new Map(
    rows.map(({ id, changes, delivered, superseded, waiting, rows, pending }) => [
      id,
      {
        changes: changes + waiting,
        delivered,
        superseded: superseded + waiting - rows,
        pending,
        dead: rows - pending,
      },
    ]),
  );
}

/** Counts the pending and the failed rows in the outbox, of all endpoints together. */
export async function countOutbox(db: Db): Promise<Pick<Ledger, 'pending' | 'dead'>> {
  const { rows, pending } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.count<number>('due_at').as('pending')])
    .executeTakeFirstOrThrow();
  return { pending, dead: rows - pending };
}

/**
 * Reads since when (ms UTC) the longest waiting message is due that only a node delays: its endpoint neither pauses after
 * a failure nor receives another message, and was neither slow nor failing, or this node cannot decrypt its secret.
 * `null` if there is none.
 */
export async function readOldestDue(
  db: Db,
  { now, secrets }: { readonly now: number; readonly secrets: Pick<EndpointSecrets, 'isUnreadable'> },
): Promise<number | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    .innerJoin('endpoint', 'endpoint.id', 'outbox.endpoint_id')
    .select(({ fn }) => fn.min<number | null>('outbox.due_at').as('oldest'))
    .where('outbox.due_at', '<=', now)
    .where('endpoint.disabled_at', 'is', null)
    .where(hasUrl)
    .where('endpoint.lease_until', '<=', now)
    .where('endpoint.rest_until', '<=', now)
    .where((row) => row.or([row('endpoint.strained', '=', 0), secrets.isUnreadable(db, now)]))
    .executeTakeFirstOrThrow();
  return oldest;
}
