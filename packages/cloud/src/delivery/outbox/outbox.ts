import type { ChosenType } from '@plenum/protocol/console';
import { type Selectable, sql } from 'kysely';
import { selectAccess } from '../../fleet/bridge/access.ts';
import type { StoredChange } from '../../fleet/component/types.ts';
import type { AppGrant } from '../../identity/oauth/token/revocation.ts';
import { insertRows, isAmong, type RowSetTypes } from '../../kernel/database/row-set.ts';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import type { MessageKind } from '../attempt/types.ts';
import { maxAttributeList, toAttributeList } from './attribute-list.ts';
import { toChosenTypes } from './chosen-types.ts';
import type { LinkedApps } from './linked-apps.ts';

type Row = Selectable<Tables['outbox']>;

type NewRow = Pick<
  Row,
  'endpoint_id' | 'kind' | 'subject' | 'system_id' | 'changes' | 'trace' | 'attributes'
>;

interface OutboxDeps {
  readonly linkedApps: LinkedApps;
  readonly now: () => number;
  /** Called with the endpoints of new rows, once the rows are durable. */
  readonly wake: (endpointIds: readonly string[]) => void;
}

/** The subject of a message: a component and its bridge, the user of a Sync, or a test. */
export interface OutboxItem {
  readonly kind: MessageKind;
  readonly subject: string;
  readonly systemId: string | null;
}

/** The component in a test message. */
export interface TestedComponent {
  readonly componentId: string;
  readonly systemId: string;
}

/** Adds rows to the outbox. Must be called within the transaction that causes them. */
export interface Outbox {
  /**
   * Adds the components that changed, and a Sync if components were added or removed. Resolves to the number of rows
   * for each change. Each change must be from a different bridge.
   */
  enqueueChanges(tx: Transaction, changes: readonly StoredChange[]): Promise<readonly number[]>;
  /**
   * Adds a Sync about an account for the endpoints of all its linked apps, or of the given apps, which may be unlinked
   * already.
   */
  enqueueSync(tx: Transaction, accountId: string, clientIds?: readonly string[]): Promise<void>;
  /** Adds a Sync about an account, and all its components, for the endpoints of an app that was linked to it. */
  enqueueLink(tx: Transaction, link: AppGrant): Promise<void>;
  /** Adds a test message for one endpoint, with the state of a component if given. */
  enqueueTest(tx: Transaction, endpointId: string, component?: TestedComponent): Promise<void>;
  /** Adds the subjects of an earlier message, in their current state, for one endpoint. */
  enqueueAgain(tx: Transaction, endpointId: string, items: readonly OutboxItem[]): Promise<void>;
  /**
   * Adds a Sync about every account linked to the app, and all their components, for one endpoint. Only adds the kinds
   * that the endpoint receives.
   */
  enqueueAll(
    tx: Transaction,
    endpoint: { readonly id: string; readonly clientId: string; readonly types: readonly ChosenType[] },
  ): Promise<void>;
  /**
   * Adds the same for an endpoint that was created, some accounts at a time. Each transaction keeps the bridges of its
   * accounts from storing changes.
   */
  enqueueFirst(store: Store, endpoint: Pick<OpenEndpoint, 'id' | 'clientId'>): Promise<void>;
  /** Drops an endpoint's pending and failed messages of some kinds. They then count as superseded. */
  drop(tx: Transaction, endpointId: string, kinds: readonly ChosenType[]): Promise<void>;
}

/** Maximum number of accounts whose components are read together. */
const maxAccounts = 500;

const columnTypes: RowSetTypes<Row> = {
  endpoint_id: 'TEXT',
  kind: 'TEXT',
  subject: 'TEXT',
  system_id: 'TEXT',
  changes: 'BIGINT',
  queued_at: 'BIGINT',
  due_at: 'BIGINT',
  attempts: 'BIGINT',
  message_id: 'TEXT',
  trace: 'TEXT',
  attributes: 'TEXT',
};

/** Sorts rows by key. All code locks rows in this order, so that transactions do not deadlock. */
const byKey = (a: NewRow, b: NewRow) =>
  a.endpoint_id < b.endpoint_id ? -1 : a.endpoint_id > b.endpoint_id ? 1 : a.subject < b.subject ? -1 : 1;

const keptTrace = sql<
  string | null
>`coalesce(excluded.trace, CASE WHEN outbox.message_id IS NULL THEN outbox.trace END)`;

/**
 * The members that changed since the row was added, each at least once. A list that would become too long stays as it is:
 * an endpoint that accepts nothing for days must not make its rows grow.
 */
const joinedAttributes = sql<string | null>`CASE
  WHEN outbox.attributes IS NULL THEN excluded.attributes
  WHEN excluded.attributes IS NULL OR length(outbox.attributes) > ${sql.lit(maxAttributeList)} THEN outbox.attributes
  WHEN outbox.attributes LIKE '%' || excluded.attributes || '%' THEN outbox.attributes
  ELSE outbox.attributes || substr(excluded.attributes, 2) END`;

/**
 * A row that waits for its first attempt keeps its turn, even if its component changes again. Its turn is later than now
 * only if the clock of the machine went back.
 */
const keptTurn = sql<number>`CASE WHEN outbox.message_id IS NULL AND outbox.due_at < excluded.due_at THEN outbox.due_at ELSE excluded.due_at END`;

/**
 * Inserts rows that are due now. A newer change replaces a pending or dead row of the same subject, and the number of
 * its attempts starts at zero again.
 */
const put = (db: Db, rows: readonly NewRow[], now: number): Promise<void> =>
  insertRows(db, 'outbox', {
    types: columnTypes,
    rows: rows.toSorted(byKey),
    common: { queued_at: now, due_at: now, attempts: 0, message_id: null },
    onConflict: (conflict) =>
      conflict.columns(['endpoint_id', 'kind', 'subject']).doUpdateSet((row) => ({
        changes: sql<number>`outbox.changes + excluded.changes`,
        queued_at: row.ref('excluded.queued_at'),
        due_at: keptTurn,
        attempts: 0,
        message_id: null,
        // A trace is stored until the change is sent, even if the component has changed again.
        trace: keptTrace,
        attributes: joinedAttributes,
      })),
  });

/** Combines equal rows, because two bridges of an account may both need a Sync about it. */
const merge = (rows: readonly NewRow[]): readonly NewRow[] => {
  const merged = new Map<string, NewRow>();
  for (const row of rows) {
    const key = `${row.endpoint_id} ${row.kind} ${row.subject}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? row : { ...row, changes: before.changes + row.changes });
  }
  return [...merged.values()];
};

/** Returns the default columns of a new row. */
const fresh = (endpointId: string) => ({
  endpoint_id: endpointId,
  system_id: null,
  changes: 1,
  trace: null,
  attributes: null,
});

const inBatches = (accountIds: readonly string[]) =>
  Array.from({ length: Math.ceil(accountIds.length / maxAccounts) }, (_, batch) =>
    accountIds.slice(batch * maxAccounts, (batch + 1) * maxAccounts),
  );

const syncRow = (endpointId: string, accountId: string): NewRow => ({
  ...fresh(endpointId),
  kind: 'sync',
  subject: accountId,
});

interface QueuedComponent {
  readonly systemId: string;
  readonly componentId: string;
  readonly trace?: string | null;
  readonly attributes?: readonly string[] | undefined;
}

const componentRow = (
  endpointId: string,
  { systemId, componentId, trace = null, attributes }: QueuedComponent,
): NewRow => ({
  ...fresh(endpointId),
  kind: 'component',
  subject: componentId,
  system_id: systemId,
  trace,
  attributes: toAttributeList(attributes ?? []),
});

/** An enabled endpoint, and the kinds of messages it receives. */
interface OpenEndpoint {
  readonly id: string;
  readonly clientId: string;
  readonly types: readonly ChosenType[];
}

/**
 * Reads the enabled endpoints of apps. On PostgreSQL a share lock holds each endpoint until the transaction ends. Until
 * then `enable` waits; after that it queues everything, including the change made by this transaction.
 */
const readEnabled = async (db: Db, clientIds: readonly string[]): Promise<readonly OpenEndpoint[]> => {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom('endpoint')
    .select(['id', 'client_id', 'disabled_at', 'event_types'])
    .where(isAmong(db, 'client_id', [...new Set(clientIds)]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows
    .filter(({ disabled_at }) => disabled_at === null)
    .map((row) => ({ id: row.id, clientId: row.client_id, types: toChosenTypes(row) }));
};

const idsOf = (type: ChosenType, endpoints: readonly OpenEndpoint[]): string[] =>
  endpoints.filter(({ types }) => types.includes(type)).map(({ id }) => id);

/**
 * Lets the bridges of accounts store no changes until the transaction ends. A change whose transaction began earlier
 * may not see what this transaction, or one before it, created, but is stored when this returns.
 */
const holdBridges = (db: Db, accountIds: readonly string[], at: number) =>
  db
    .selectFrom('bridge')
    .select('system_id')
    .where('system_id', 'in', ({ selectFrom }) =>
      selectFrom(selectAccess(db, accountIds, at).as('visible')).select('visible.system_id'),
    )
    .orderBy('system_id')
    .forShare()
    .execute();

/** Selects all components of the bridges that some accounts can see now, each once. */
const readComponents = (db: Db, accountIds: readonly string[], at: number) =>
  db
    .selectFrom(selectAccess(db, accountIds, at).as('visible'))
    .innerJoin('component', 'component.system_id', 'visible.system_id')
    .select(['component.component_id as componentId', 'component.system_id as systemId'])
    .distinct()
    .where('component.datagram', 'is not', null)
    .execute();

export function createOutbox({ linkedApps, now, wake }: OutboxDeps): Outbox {
  const putAndWake = async (tx: Transaction, rows: readonly NewRow[]): Promise<void> => {
    if (rows.length === 0) return;
    await put(tx.db, rows, now());
    const endpoints = [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
    tx.afterCommit(() => wake(endpoints));
  };

  /** Reads the enabled endpoints of the apps of each account. */
  const readEndpointsOf = async (db: Db, accountIds: readonly string[]) => {
    const clients = await linkedApps.clientsOf(db, [...new Set(accountIds)]);
    const endpoints = await readEnabled(db, [...clients.values()].flat());
    const byClient = Map.groupBy(endpoints, ({ clientId }) => clientId);
    return (accountId: string): readonly OpenEndpoint[] =>
      (clients.get(accountId) ?? []).flatMap((clientId) => byClient.get(clientId) ?? []);
  };

  const toRows = (
    { accountIds, systemId, changed, setChanged }: StoredChange,
    endpointsOf: (accountId: string) => readonly OpenEndpoint[],
  ): readonly NewRow[] => {
    const components = [...new Set(idsOf('component', accountIds.flatMap(endpointsOf)))].flatMap((id) =>
      changed.map(({ componentId, trace, attributes }) =>
        componentRow(id, { systemId, componentId, attributes, ...(trace !== undefined && { trace }) }),
      ),
    );
    if (!setChanged) return components;
    const syncs = accountIds.flatMap((accountId) =>
      idsOf('sync', endpointsOf(accountId)).map((id) => syncRow(id, accountId)),
    );
    return [...components, ...syncs];
  };

  /** Adds a Sync about each account, and all their components, as far as an endpoint receives them. */
  const enqueueAccounts = async (
    tx: Transaction,
    { id, types }: Pick<OpenEndpoint, 'id' | 'types'>,
    accountIds: readonly string[],
  ) => {
    if (types.includes('component')) {
      const components = await readComponents(tx.db, accountIds, now());
      await putAndWake(
        tx,
        components.map((one) => componentRow(id, one)),
      );
    }
    if (types.includes('sync'))
      await putAndWake(
        tx,
        accountIds.map((accountId) => syncRow(id, accountId)),
      );
  };

  return {
    enqueueChanges: async (tx, changes) => {
      const endpointsOf = await readEndpointsOf(
        tx.db,
        changes.flatMap(({ accountIds }) => accountIds),
      );
      const rows = changes.map((change) => toRows(change, endpointsOf));
      await putAndWake(tx, merge(rows.flat()));
      return rows.map(({ length }) => length);
    },
    enqueueSync: async (tx, accountId, clientIds) => {
      const apps = clientIds ?? (await linkedApps.clientsOf(tx.db, [accountId])).get(accountId) ?? [];
      const endpoints = idsOf('sync', await readEnabled(tx.db, apps));
      await putAndWake(
        tx,
        endpoints.map((id) => syncRow(id, accountId)),
      );
    },
    enqueueTest: (tx, endpointId, component) => {
      const { componentId: subject = 'test', systemId: system_id = null } = component ?? {};
      return putAndWake(tx, [{ ...fresh(endpointId), kind: 'test', subject, system_id }]);
    },
    enqueueAgain: (tx, endpointId, items) =>
      putAndWake(
        tx,
        items.map(({ systemId, ...item }) => ({ ...fresh(endpointId), ...item, system_id: systemId })),
      ),
    enqueueAll: async (tx, endpoint) => {
      const accounts =
        endpoint.types.length === 0 ? [] : await linkedApps.accountsOf(tx.db, endpoint.clientId);
      for (const some of inBatches(accounts)) await enqueueAccounts(tx, endpoint, some);
    },
    enqueueFirst: async (store, { id, clientId }) => {
      for (const some of inBatches(await linkedApps.accountsOf(store.db, clientId)))
        await store.transaction('full', async (tx) => {
          await holdBridges(tx.db, some, now());
          const endpoints = await readEnabled(tx.db, [clientId]);
          for (const endpoint of endpoints.filter((one) => one.id === id))
            await enqueueAccounts(tx, endpoint, some);
        });
    },
    enqueueLink: async (tx, { accountId, clientId }) => {
      const { db } = tx;
      // The code that pairs a bridge locks the account too, and the code that creates an endpoint the app.
      await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
      await db
        .selectFrom('app')
        .select('client_id')
        .where('client_id', '=', clientId)
        .forKeyShare()
        .execute();
      await holdBridges(db, [accountId], now());
      for (const endpoint of await readEnabled(db, [clientId]))
        await enqueueAccounts(tx, endpoint, [accountId]);
    },
    drop: async ({ db }, endpointId, kinds) => {
      if (kinds.length === 0) return;
      const rows = await db
        .deleteFrom('outbox')
        .where('endpoint_id', '=', endpointId)
        .where('kind', 'in', [...kinds])
        .returning('changes')
        .execute();
      const dropped = rows.reduce((sum, { changes }) => sum + changes, 0);
      await db
        .updateTable('endpoint')
        .set((row) => ({
          changes: row('changes', '+', dropped),
          superseded: row('superseded', '+', dropped),
        }))
        .where('id', '=', endpointId)
        .execute();
    },
  };
}
