import { cloudLimits, listenRefusals, type ResentToListener } from '@plenum/protocol/cloud';
import type { ChosenType, RecordOf } from '@plenum/protocol/console';
import { createSecret as createTicket, hashSecret } from '../../identity/account/secret.ts';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { createSecret } from '../attempt/sign.ts';
import { enabled, toNewRow } from '../endpoint/endpoint-row.ts';
import { toItems } from '../endpoint/resend.ts';
import { toChosenTypes } from '../outbox/chosen-types.ts';
import { toListenerUrl } from '../outbox/listener-url.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** The right of a listener: a consent, or the secret of test keys, by its hash. */
type ListenerRight =
  | { readonly accountId: string; readonly grantId: string; readonly keyHash: null }
  | { readonly accountId: null; readonly grantId: null; readonly keyHash: string };

/** The app of a listener, and its right. */
export interface ListenerOwner {
  readonly clientId: string;
  readonly right: ListenerRight;
}

/** A listener to open: its name, and the kinds of messages that it receives. */
export interface ListenerDraft extends ListenerOwner {
  readonly name: string;
  readonly types: readonly ChosenType[] | undefined;
}

/** A listener that waits for its connection. */
export interface WaitingListener {
  readonly endpointId: string;
  readonly secret: string;
  readonly ticket: string;
  readonly isNew: boolean;
  /** Since when it missed events, ms UTC; undefined if it was never connected. */
  readonly missedSince: number | undefined;
}

/** A connection of a listener. A later one has a higher epoch. */
export interface ListenerConnection {
  readonly endpointId: string;
  readonly epoch: number;
}

/** A connection that has just begun, and whose it is. */
export interface EnteredListener extends ListenerConnection, ListenerOwner {}

/** A message to send to a listener again. */
interface ResendRequest {
  readonly clientId: string;
  readonly name: string;
  readonly messageId: string;
}

export interface ListenerStoreDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, 'enqueueAll' | 'enqueueAgain' | 'drop'>;
  readonly encryption: Encryption;
  readonly random: Random;
  readonly now: () => number;
}

const { maxListeners, keepListener } = cloudLimits;

/** Validity of a ticket, ms. */
const ticketTime = 60_000;

/** Interval at which the nodes record that their listeners are connected, ms. */
export const beatInterval = 30_000;

/** A listener that was not recorded for this time is not connected, ms. Its node has probably ended. */
const lostAfter = 3 * beatInterval;

const disconnected = (at: number) => ({ disabled_at: at, disabled_why: 'developer' as const });

const noLease = { lease: null, lease_until: 0 };

const disconnect = (db: Db, id: string, at: number) =>
  db
    .updateTable('endpoint')
    .set({ ...disconnected(at), ...noLease })
    .where('id', '=', id)
    .execute();

/** Locks an endpoint. To prevent deadlocks, every transaction locks the endpoint before its listener. */
const lockEndpoint = (db: Db, id: string) =>
  db.selectFrom('endpoint').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The listeners of apps, as they are stored. */
export function createListenerStore({ store, outbox, encryption, random, now }: ListenerStoreDeps) {
  /** Inserts a listener, unless its app has reached its limit. The app is locked. */
  const insert = async (db: Db, { clientId, name }: ListenerDraft) => {
    const others = await db
      .selectFrom('listener')
      .select('name')
      .where('client_id', '=', clientId)
      .orderBy('name')
      .execute();
    if (others.length >= maxListeners)
      return listenRefusals.refuse('too-many-listeners', {
        facts: { most: maxListeners, names: others.map((other) => other.name).join(', ') },
      });
    const [endpointId, secret, at] = [random.uuid(), createSecret(random), now()];
    const row = toNewRow({
      id: endpointId,
      client_id: clientId,
      url: toListenerUrl(endpointId),
      secret: encryption.encrypt(secret, endpointId),
      created_at: at,
    });
    await db
      .insertInto('endpoint')
      .values({ ...row, ...disconnected(at) })
      .execute();
    const about = { endpoint_id: endpointId, client_id: clientId, name, created_at: at, seen_at: at };
    const none = { account_id: null, grant_id: null, key_hash: null, ticket_hash: null };
    await db
      .insertInto('listener')
      .values({ ...about, ...none, epoch: 0, ticket_until: 0 })
      .execute();
    return { endpointId, secret, isNew: true, missedSince: undefined };
  };

  /** Returns the secret of an endpoint, or a new one if it cannot be decrypted. */
  const readSecret = async (db: Db, { id, secret: stored }: { id: string; secret: string }) => {
    try {
      return encryption.decrypt(stored, id);
    } catch {
      const secret = createSecret(random);
      const replaced = { secret: encryption.encrypt(secret, id) };
      await db.updateTable('endpoint').set(replaced).where('id', '=', id).execute();
      return secret;
    }
  };

  const find = async (db: Db, { clientId, name }: ListenerDraft) => {
    const row = await db
      .selectFrom('listener')
      .select(['endpoint_id', 'epoch', 'seen_at'])
      .where('client_id', '=', clientId)
      .where('name', '=', name)
      .executeTakeFirst();
    const endpoint = row && (await lockEndpoint(db, row.endpoint_id));
    if (row === undefined || endpoint === undefined) return undefined;
    const secret = await readSecret(db, endpoint);
    const missedSince = row.epoch === 0 ? undefined : (endpoint.disabled_at ?? row.seen_at);
    return { endpointId: endpoint.id, secret, isNew: false, missedSince };
  };

  return {
    /** Opens a listener of an app by its name, and gives it a ticket in place of any earlier one. */
    open: (draft: ListenerDraft) =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        const { clientId, right, types } = draft;
        await db
          .selectFrom('app')
          .select('client_id')
          .where('client_id', '=', clientId)
          .forUpdate()
          .execute();
        const found = (await find(db, draft)) ?? (await insert(db, draft));
        if ('refusal' in found) return found;
        const { endpointId } = found;
        const ticket = createTicket();
        await db
          .updateTable('listener')
          .set({
            ticket_hash: hashSecret(ticket),
            ticket_until: now() + ticketTime,
            account_id: right.accountId,
            grant_id: right.grantId,
            key_hash: right.keyHash,
            seen_at: now(),
          })
          .where('endpoint_id', '=', endpointId)
          .execute();
        await db
          .updateTable('endpoint')
          .set({ event_types: types?.join() ?? null })
          .where('id', '=', endpointId)
          .execute();
        const others = (['component', 'sync'] as const).filter((type) => types?.includes(type) === false);
        await outbox.drop(tx, endpointId, others);
        return { ...found, ticket } satisfies WaitingListener;
      }),

    /**
     * Begins the connection of a ticket, which ends any earlier one: enables the endpoint, and queues the latest state of
     * everything. Resolves to undefined if the ticket is not valid.
     */
    enter: (ticket: string): Promise<EnteredListener | undefined> =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        const byTicket = db
          .selectFrom('listener')
          .selectAll()
          .where('ticket_hash', '=', hashSecret(ticket))
          .where('ticket_until', '>', now());
        const endpointId = (await byTicket.executeTakeFirst())?.endpoint_id;
        const endpoint = endpointId === undefined ? undefined : await lockEndpoint(db, endpointId);
        // Another request may have used the ticket, or replaced it, before the endpoint was locked.
        const row = endpoint && (await byTicket.executeTakeFirst());
        if (endpoint === undefined || row === undefined) return undefined;
        const { id, client_id: clientId } = endpoint;
        const epoch = row.epoch + 1;
        await db
          .updateTable('listener')
          .set({ ticket_hash: null, epoch, seen_at: now() })
          .where('endpoint_id', '=', id)
          .execute();
        await db
          .updateTable('endpoint')
          .set({ ...enabled, ...noLease, strained: 0 })
          .where('id', '=', id)
          .execute();
        await outbox.enqueueAll(tx, { id, clientId, types: toChosenTypes(endpoint) });
        const { account_id: accountId, grant_id: grantId, key_hash: keyHash } = row;
        return { endpointId: id, epoch, clientId, right: { accountId, grantId, keyHash } as ListenerRight };
      }),

    /** Records that a connection ended, unless a later one has begun. Changes are not queued from then on. */
    leave: ({ endpointId, epoch }: ListenerConnection): Promise<void> =>
      store.transaction('full', async ({ db }) => {
        if ((await lockEndpoint(db, endpointId)) === undefined) return;
        const at = now();
        const { numUpdatedRows } = await db
          .updateTable('listener')
          .set({ seen_at: at })
          .where('endpoint_id', '=', endpointId)
          .where('epoch', '=', epoch)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await disconnect(db, endpointId, at);
      }),

    /**
     * Records that a connection lasts. Resolves to undefined if the listener was removed, and to false if a later
     * connection has begun.
     */
    beat: async ({ endpointId, epoch }: ListenerConnection): Promise<boolean | undefined> => {
      const row = await store.db
        .updateTable('listener')
        .set(({ eb, ref }) => ({
          seen_at: eb.case().when('epoch', '=', epoch).then(now()).else(ref('seen_at')).end(),
        }))
        .where('endpoint_id', '=', endpointId)
        .returning('epoch')
        .executeTakeFirst();
      return row && row.epoch === epoch;
    },

    /**
     * Sends the subjects of a message in the log of the listener, or of an endpoint of its app, to the listener again, in
     * their current state.
     */
    resend: ({ clientId, name, messageId }: ResendRequest) =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        const listener = await db
          .selectFrom('listener')
          .select('endpoint_id')
          .where('client_id', '=', clientId)
          .where('name', '=', name)
          .executeTakeFirst();
        const endpoint = listener && (await lockEndpoint(db, listener.endpoint_id));
        if (endpoint === undefined) return listenRefusals.refuse('no-such-listener', { facts: { name } });
        const row = await db
          .selectFrom('delivery')
          .innerJoin('endpoint', 'endpoint.id', 'delivery.endpoint_id')
          .select(['kind', 'subjects'])
          .where('endpoint.client_id', '=', clientId)
          .where('message_id', '=', messageId)
          .orderBy('number', 'desc')
          .executeTakeFirst();
        if (row === undefined) return listenRefusals.refuse('no-such-message', { facts: { messageId } });
        const { id, disabled_at } = endpoint;
        const items = toItems({ kind: row.kind, subjects: JSON.parse(row.subjects) });
        await db.updateTable('endpoint').set({ rest_until: 0 }).where('id', '=', id).execute();
        await outbox.enqueueAgain(tx, id, items);
        return { resent: items.length, connected: disabled_at === null } satisfies ResentToListener;
      }),

    /** Lists the listeners of an app, by name. */
    list: async (clientId: string): Promise<readonly RecordOf<'Listener'>[]> => {
      const rows = await store.db
        .selectFrom('listener')
        .innerJoin('endpoint', 'endpoint.id', 'listener.endpoint_id')
        .select(['endpoint.id', 'name', 'listener.created_at', 'disabled_at', 'seen_at', 'key_hash'])
        .where('listener.client_id', '=', clientId)
        .orderBy('name')
        .execute();
      return rows.map(({ id, name, created_at, disabled_at, seen_at, key_hash }) => ({
        id,
        name,
        createdAt: created_at,
        connected: disabled_at === null && seen_at > now() - lostAfter,
        seenAt: seen_at,
        allowedBy: key_hash === null ? 'consent' : 'keys',
      }));
    },

    /** Deletes a listener of an app. Resolves to its name, or to undefined if the app has no such listener. */
    remove: ({ clientId, endpointId }: { readonly clientId: string; readonly endpointId: string }) =>
      store.transaction('full', async ({ db }) => {
        await lockEndpoint(db, endpointId);
        const row = await db
          .selectFrom('listener')
          .select('name')
          .where('endpoint_id', '=', endpointId)
          .where('client_id', '=', clientId)
          .executeTakeFirst();
        if (row !== undefined) await db.deleteFrom('endpoint').where('id', '=', endpointId).execute();
        return row?.name;
      }),

    /** Deletes listeners a day after their last connection, and disables those whose node has ended. */
    sweep: async (): Promise<void> => {
      const { db } = store;
      const lost = await db
        .selectFrom('listener')
        .innerJoin('endpoint', 'endpoint.id', 'listener.endpoint_id')
        .select(['endpoint_id as endpointId', 'epoch', 'seen_at as seenAt', 'disabled_at as disabledAt'])
        .where('seen_at', '<=', now() - lostAfter)
        .where((row) => row.or([row('disabled_at', 'is', null), row('seen_at', '<=', now() - keepListener)]))
        .execute();
      for (const { endpointId, epoch, seenAt } of lost)
        await store.transaction('full', async (tx) => {
          const endpoint = await lockEndpoint(tx.db, endpointId);
          const row = await tx.db
            .selectFrom('listener')
            .select('seen_at')
            .where('endpoint_id', '=', endpointId)
            .where('epoch', '=', epoch)
            .where('seen_at', '=', seenAt)
            .executeTakeFirst();
          if (endpoint === undefined || row === undefined) return;
          if (seenAt <= now() - keepListener)
            await tx.db.deleteFrom('endpoint').where('id', '=', endpointId).execute();
          else await disconnect(tx.db, endpointId, seenAt);
        });
    },
  };
}

export type ListenerStore = ReturnType<typeof createListenerStore>;
