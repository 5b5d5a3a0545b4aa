import type { Insertable } from 'kysely';
import type { StoredChange } from '../../fleet/component/shape.ts';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import type { MessageKind } from '../attempt/shape.ts';
import type { Grants } from './grants.ts';

type Row = Insertable<Tables['outbox']>;

export interface OutboxDeps {
  readonly grants: Grants;
  readonly now: () => number;
  /** Told once the rows are durable which endpoints they are for. */
  readonly wake: (endpointIds: readonly string[]) => void;
}

/** What a message told of: a component and the bridge it is of, the user of a Sync, or a test. */
export interface OutboxItem {
  readonly kind: MessageKind;
  readonly subject: string;
  readonly systemId: string | null;
}

/** What is put into the outbox, always within the transaction of its cause. */
export interface Outbox {
  /** The components that changed, and a Sync where components came or went. */
  enqueueChange(tx: Transaction, change: StoredChange): Promise<void>;
  /** A Sync about an account, to the endpoints of all apps it has linked, or of those named: they may be unlinked by now. */
  enqueueSync(tx: Transaction, accountId: string, clientIds?: readonly string[]): Promise<void>;
  /** A message that changes nothing, to one endpoint. */
  enqueueTest(tx: Transaction, endpointId: string): Promise<void>;
  /** What was told before, as it is now, to one endpoint. */
  enqueueAgain(tx: Transaction, endpointId: string, told: readonly OutboxItem[]): Promise<void>;
  /** A Sync about every account the app has, and all their components, to one endpoint. */
  enqueueAll(tx: Transaction, endpoint: { readonly id: string; readonly clientId: string }): Promise<void>;
}

/** Rows in one statement; SQLite takes 32,766 values in one. */
const maxRows = 500;

/** The keys in the one order in which rows are locked, everywhere. */
const byKey = (a: Row, b: Row) =>
  a.endpoint_id < b.endpoint_id ? -1 : a.endpoint_id > b.endpoint_id ? 1 : a.subject < b.subject ? -1 : 1;

/** A newer change takes the place of the one that is pending or dead, and begins anew. */
const put = async (db: Db, rows: readonly Row[]): Promise<void> => {
  const sorted = rows.toSorted(byKey);
  for (let from = 0; from < sorted.length; from += maxRows)
    await db
      .insertInto('outbox')
      .values(sorted.slice(from, from + maxRows))
      .onConflict((conflict) =>
        conflict.columns(['endpoint_id', 'kind', 'subject']).doUpdateSet((row) => ({
          changes: row('outbox.changes', '+', 1),
          queued_at: row.ref('excluded.queued_at'),
          due_at: row.ref('excluded.due_at'),
          attempts: 0,
          message_id: null,
        })),
      )
      .execute();
};

export const createOutbox = ({ grants, now, wake }: OutboxDeps): Outbox => {
  const fresh = (endpointId: string, at: number) => ({
    endpoint_id: endpointId,
    system_id: null,
    changes: 1,
    queued_at: at,
    due_at: at,
    attempts: 0,
    message_id: null,
  });
  const syncRow = (endpointId: string, accountId: string, at: number): Row => ({
    ...fresh(endpointId, at),
    kind: 'sync',
    subject: accountId,
  });
  const componentRow = (
    endpointId: string,
    { systemId, componentId }: { systemId: string; componentId: string },
    at: number,
  ): Row => ({
    ...fresh(endpointId, at),
    kind: 'component',
    subject: componentId,
    system_id: systemId,
  });

  /**
   * The endpoints of apps that hear of changes. On PostgreSQL each is shared until the transaction ends, so that one being
   * enabled waits for it, and what it then queues is all there is.
   */
  const endpointsOf = async (db: Db, clientIds: readonly string[]): Promise<string[]> => {
    if (clientIds.length === 0) return [];
    const rows = await db
      .selectFrom('endpoint')
      .select(['id', 'disabled_at'])
      .where('client_id', 'in', [...clientIds])
      .orderBy('id')
      .forKeyShare()
      .execute();
    return rows.filter(({ disabled_at }) => disabled_at === null).map(({ id }) => id);
  };
  const putAndWake = async (tx: Transaction, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    await put(tx.db, rows);
    const endpoints = [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
    tx.afterCommit(() => wake(endpoints));
  };

  return {
    enqueueChange: async (tx, { accountId, systemId, changed, setChanged }) => {
      const endpoints = await endpointsOf(tx.db, await grants.clientsOf(tx.db, accountId));
      const at = now();
      const rows = endpoints.flatMap((id) =>
        changed.map(({ componentId }) => componentRow(id, { systemId, componentId }, at)),
      );
      const syncs = setChanged ? endpoints.map((id) => syncRow(id, accountId, at)) : [];
      await putAndWake(tx, rows);
      await putAndWake(tx, syncs);
    },
    enqueueSync: async (tx, accountId, clientIds) => {
      const endpoints = await endpointsOf(tx.db, clientIds ?? (await grants.clientsOf(tx.db, accountId)));
      const at = now();
      await putAndWake(
        tx,
        endpoints.map((id) => syncRow(id, accountId, at)),
      );
    },
    enqueueTest: (tx, endpointId) =>
      putAndWake(tx, [{ ...fresh(endpointId, now()), kind: 'test', subject: 'test' }]),
    enqueueAgain: (tx, endpointId, told) => {
      const at = now();
      return putAndWake(
        tx,
        told.map(({ systemId, ...what }) => ({ ...fresh(endpointId, at), ...what, system_id: systemId })),
      );
    },
    enqueueAll: async (tx, { id, clientId }) => {
      const at = now();
      const accounts = await grants.accountsOf(tx.db, clientId);
      for (let from = 0; from < accounts.length; from += maxRows) {
        const some = accounts.slice(from, from + maxRows);
        const components = await tx.db
          .selectFrom('component')
          .innerJoin('bridge', 'bridge.system_id', 'component.system_id')
          .select(['component.component_id', 'component.system_id'])
          .where('bridge.account_id', 'in', some)
          .where('component.datagram', 'is not', null)
          .execute();
        const rows = components.map(({ component_id: componentId, system_id: systemId }) =>
          componentRow(id, { systemId, componentId }, at),
        );
        await putAndWake(tx, rows);
        await putAndWake(
          tx,
          some.map((accountId) => syncRow(id, accountId, at)),
        );
      }
    },
  };
};
