import { refuseRequest } from '@plenum/protocol/console';
import type { Selectable } from 'kysely';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { hasUrl } from '../outbox/listener-url.ts';
import type { EndpointRef, Refused } from './endpoint.ts';

export type EndpointRow = Selectable<Tables['endpoint']>;

export const noSuchEndpoint = ({ endpointId }: EndpointRef): Refused =>
  refuseRequest('no-such-endpoint', { path: ['endpointId'], input: endpointId });

const rowsOf = (db: Db, { clientId, endpointId }: EndpointRef) =>
  db
    .selectFrom('endpoint')
    .selectAll()
    .where('id', '=', endpointId)
    .where('client_id', '=', clientId)
    .where(hasUrl);

export const findEndpointRow = (db: Db, ref: EndpointRef): Promise<EndpointRow | undefined> =>
  rowsOf(db, ref).executeTakeFirst();

/** Column values of an endpoint that has had no failure since it was enabled. */
export const enabled = {
  disabled_at: null,
  disabled_why: null,
  failures: 0,
  failing_since: null,
  rest_until: 0,
};

type NewEndpoint = Pick<EndpointRow, 'id' | 'client_id' | 'url' | 'secret' | 'created_at'>;

/** Returns the row of an endpoint that was just created. */
export const toNewRow = (endpoint: NewEndpoint): EndpointRow => ({
  ...endpoint,
  ...enabled,
  event_types: null,
  old_secret: null,
  old_secret_until: null,
  strained: 0,
  lease: null,
  lease_until: 0,
  served_at: endpoint.created_at,
  attempts: 0,
  changes: 0,
  delivered: 0,
  superseded: 0,
});

export const updateEndpointRow = (db: Db, id: string, values: Partial<EndpointRow>) =>
  db.updateTable('endpoint').set(values).where('id', '=', id).execute();

/** Runs work on an endpoint, or refuses if the endpoint does not exist. */
type WithEndpoint = <Value>(
  ref: EndpointRef,
  work: (tx: Transaction, row: EndpointRow) => Promise<Refused | Value>,
) => Promise<Refused | Value>;

/**
 * Creates a function that locks an endpoint and runs work in the same transaction. The lock excludes workers, and
 * transactions that add rows for the endpoint.
 */
export const createWithEndpoint =
  (store: Store): WithEndpoint =>
  (ref, work) =>
    store.transaction('full', async (tx) => {
      const row = await rowsOf(tx.db, ref).forUpdate().executeTakeFirst();
      return row === undefined ? noSuchEndpoint(ref) : work(tx, row);
    });
