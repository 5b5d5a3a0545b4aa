import { cloudLimits } from '@plenum/protocol/cloud';
import { refuse } from '@plenum/protocol/console';
import type { Selectable } from 'kysely';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { checkUrl } from '../address/check-url.ts';
import type { AddressPolicy } from '../address/forbidden-range.ts';
import { createSecret } from '../attempt/sign.ts';
import { readDeliveries, readDelivery } from '../log/delivery-log.ts';
import { type Ledger, readLedgers } from '../outbox/ledger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Done, Endpoint, EndpointRef, Endpoints, Refused } from './endpoint.ts';
import { resend } from './resend.ts';

export interface EndpointsDeps extends AddressPolicy {
  readonly store: Store;
  readonly outbox: Outbox;
  readonly encryption: Encryption;
  readonly random: Random;
  readonly now: () => number;
  readonly wake: (endpointIds: readonly string[]) => void;
}

const { maxEndpoints, secretOverlap } = cloudLimits;
const done: Done = { done: true };

type Row = Selectable<Tables['endpoint']>;

const toEndpoint = (row: Row, ledger: Ledger, now: number): Endpoint => ({
  id: row.id,
  clientId: row.client_id,
  url: row.url,
  createdAt: row.created_at,
  oldSecretUntil: (row.old_secret_until ?? 0) > now ? row.old_secret_until! : undefined,
  disabled: row.disabled_at === null ? undefined : { at: row.disabled_at, why: row.disabled_why! },
  failingSince: row.failing_since ?? undefined,
  ledger,
});

const empty: Ledger = { changes: 0, delivered: 0, superseded: 0, pending: 0, dead: 0 };

const noDelivery = (number: number): Refused =>
  refuse('no-such-delivery', { path: 'number', input: String(number) });

const unknown = ({ endpointId }: EndpointRef): Refused =>
  refuse('no-such-endpoint', { path: 'endpointId', input: endpointId });

export const createEndpoints = (deps: EndpointsDeps): Endpoints => {
  const { store, outbox, encryption, random, now, wake } = deps;

  const readRow = (db: Db, { clientId, endpointId }: EndpointRef): Promise<Row | undefined> =>
    db
      .selectFrom('endpoint')
      .selectAll()
      .where('id', '=', endpointId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();

  /** Locks the endpoint for this transaction, against workers and against transactions that add rows for it. */
  const lock = (db: Db, { clientId, endpointId }: EndpointRef): Promise<Row | undefined> =>
    db
      .selectFrom('endpoint')
      .selectAll()
      .where('id', '=', endpointId)
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst();

  /** Runs work on an existing endpoint in one transaction. */
  const within = <Value>(
    ref: EndpointRef,
    work: (tx: Transaction, row: Row) => Promise<Refused | Value>,
  ): Promise<Refused | Value> =>
    store.transaction('full', async (tx) => {
      const row = await lock(tx.db, ref);
      return row === undefined ? unknown(ref) : work(tx, row);
    });

  const set = (db: Db, id: string, values: Partial<Row>) =>
    db.updateTable('endpoint').set(values).where('id', '=', id).execute();

  const withLedger = async (rows: readonly Row[], clientId: string): Promise<readonly Endpoint[]> => {
    const ledgers = await readLedgers(store.db, clientId);
    return rows.map((row) => toEndpoint(row, ledgers.get(row.id) ?? empty, now()));
  };

  return {
    create: async ({ clientId, url }) => {
      const checked = checkUrl(url, deps);
      if ('refusal' in checked) return checked;
      const secret = createSecret(random);
      const id = random.uuid();
      const at = now();
      const row: Row = {
        id,
        client_id: clientId,
        url: checked.url,
        secret: encryption.encrypt(secret, id),
        old_secret: null,
        old_secret_until: null,
        created_at: at,
        disabled_at: null,
        disabled_why: null,
        failures: 0,
        failing_since: null,
        rest_until: 0,
        strained: 0,
        lease: null,
        lease_until: 0,
        served_at: at,
        attempts: 0,
        changes: 0,
        delivered: 0,
        superseded: 0,
      };
      return store.transaction('full', async ({ db }) => {
        const app = await db
          .selectFrom('app')
          .select('client_id')
          .where('client_id', '=', clientId)
          .forUpdate()
          .executeTakeFirst();
        if (app === undefined) return refuse('no-such-app', { path: 'clientId', input: clientId });
        const { n } = await db
          .selectFrom('endpoint')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('client_id', '=', clientId)
          .executeTakeFirstOrThrow();
        if (n >= maxEndpoints)
          return refuse('too-many-endpoints', { path: 'url', input: url, facts: { most: maxEndpoints } });
        await db.insertInto('endpoint').values(row).execute();
        return { endpoint: toEndpoint(row, empty, at), secret };
      });
    },

    list: async (clientId) => {
      const rows = await store.db
        .selectFrom('endpoint')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return withLedger(rows, clientId);
    },

    find: async (ref) => {
      const row = await readRow(store.db, ref);
      return row && (await withLedger([row], ref.clientId))[0];
    },

    remove: (ref) =>
      within(ref, async ({ db }, { id }) => {
        await db.deleteFrom('endpoint').where('id', '=', id).execute();
        return done;
      }),

    rotateSecret: (ref) =>
      within(ref, async ({ db }, { id, secret: before }) => {
        const secret = createSecret(random);
        const oldSecretUntil = now() + secretOverlap;
        await set(db, id, {
          secret: encryption.encrypt(secret, id),
          old_secret: before,
          old_secret_until: oldSecretUntil,
        });
        return { secret, oldSecretUntil };
      }),

    sendTest: (ref) =>
      within(ref, async (tx, { id, disabled_at }) => {
        if (disabled_at !== null) return refuse('endpoint-disabled', { path: 'endpointId', input: id });
        await outbox.enqueueTest(tx, id);
        return done;
      }),

    disable: (ref) =>
      within(ref, async ({ db }, { id, disabled_at }) => {
        if (disabled_at === null) await set(db, id, { disabled_at: now(), disabled_why: 'developer' });
        return done;
      }),

    enable: (ref) =>
      within(ref, async (tx, { id, client_id, disabled_at }) => {
        if (disabled_at === null) return done;
        await set(tx.db, id, {
          disabled_at: null,
          disabled_why: null,
          failures: 0,
          failing_since: null,
          rest_until: 0,
        });
        await outbox.enqueueAll(tx, { id, clientId: client_id });
        return done;
      }),

    listDeliveries: async (ref, page = {}) => {
      if ((await readRow(store.db, ref)) === undefined) return unknown(ref);
      return { deliveries: await readDeliveries(store.db, { endpointId: ref.endpointId, ...page }) };
    },

    findDelivery: async (ref, number) => {
      if ((await readRow(store.db, ref)) === undefined) return unknown(ref);
      const delivery = await readDelivery(store.db, { endpointId: ref.endpointId, number });
      return delivery === undefined ? noDelivery(number) : { delivery };
    },

    resend: (ref, number) =>
      within(ref, async (tx, { id, disabled_at }) => {
        if (disabled_at !== null) return refuse('endpoint-disabled', { path: 'endpointId', input: id });
        const resent = await resend(tx, { endpointId: id, number }, { outbox, now });
        if (resent === undefined) return noDelivery(number);
        tx.afterCommit(() => wake([id]));
        return { resent };
      }),

    listDead: async (ref) => {
      if ((await readRow(store.db, ref)) === undefined) return unknown(ref);
      const rows = await store.db
        .selectFrom('outbox')
        .select(['kind', 'subject', 'queued_at as queuedAt', 'attempts'])
        .where('endpoint_id', '=', ref.endpointId)
        .where('due_at', 'is', null)
        .orderBy('queued_at', 'desc')
        .orderBy('subject')
        .limit(100)
        .execute();
      return { dead: rows };
    },

    replay: (ref, subject) =>
      within(ref, async ({ db, afterCommit }, { id, disabled_at }) => {
        if (disabled_at !== null) return refuse('endpoint-disabled', { path: 'endpointId', input: id });
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ due_at: now(), attempts: 0 })
          .where('endpoint_id', '=', id)
          .where('due_at', 'is', null)
          .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
          .executeTakeFirst();
        await set(db, id, { rest_until: 0 });
        afterCommit(() => wake([id]));
        return { replayed: Number(numUpdatedRows) };
      }),
  };
};
