import type { Selectable } from 'kysely';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { toErrorFacts } from '../../kernel/log/error-facts.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { type ComposeDeps, composeMessage, type Message } from './compose-message.ts';

/** One message to one endpoint, which nobody else sends to until `leaseUntil` (ms UTC) or until it is settled. */
export interface LeasedMessage {
  readonly lease: string;
  readonly leaseUntil: number;
  readonly endpointId: string;
  readonly url: string;
  /** Those that are valid now, the newest first. */
  readonly secrets: readonly string[];
  /** Attempts at this endpoint that failed since one succeeded. */
  readonly failures: number;
  readonly message: Message;
}

export interface LeaseFilter {
  readonly max: number;
  /** Endpoints that were slow or failed last time, or those that were not. */
  readonly strained: boolean;
  /** Only these, where given. */
  readonly endpointIds?: readonly string[];
}

export interface LeaseDueDeps extends ComposeDeps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly random: Random;
  readonly now: () => number;
  readonly log: Log;
  /** ms a lease holds: longer than a delivery can take. */
  readonly lease: number;
  /** ms an endpoint whose secret cannot be read is left alone. */
  readonly unreadableSecretPause: number;
}

type Endpoint = Selectable<Tables['endpoint']>;

export type LeaseDue = (wanted: LeaseFilter) => Promise<readonly LeasedMessage[]>;

/**
 * Takes endpoints for which something is due, those served longest ago first, and the next message for each. Any number
 * of nodes may do so at once: each endpoint is taken by one (PostgreSQL: `SKIP LOCKED`; SQLite: one writer).
 */
export const createLeaseDue = (parts: LeaseDueDeps): LeaseDue => {
  const { store, encryption, random, log, lease, unreadableSecretPause: rest } = parts;
  const dueAt = (db: Db, now: number, { strained, max: most, endpointIds }: LeaseFilter) =>
    db
      .selectFrom('endpoint')
      .selectAll()
      .where('disabled_at', 'is', null)
      .where('lease_until', '<=', now)
      .where('rest_until', '<=', now)
      .where('strained', '=', strained ? 1 : 0)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('outbox')
            .select('outbox.subject')
            .whereRef('outbox.endpoint_id', '=', 'endpoint.id')
            .where('outbox.due_at', '<=', now),
        ),
      )
      .$if(endpointIds !== undefined, (query) => query.where('id', 'in', [...endpointIds!]))
      .orderBy('served_at')
      .orderBy('id')
      .limit(most);

  /** The secrets of an endpoint; undefined where they were sealed with a key that is not here. */
  const openSecrets = async (
    db: Db,
    { id, secret, old_secret: old, old_secret_until: until }: Endpoint,
    now: number,
  ): Promise<readonly string[] | undefined> => {
    const sealed = old !== null && until !== null && until > now ? [secret, old] : [secret];
    try {
      return sealed.map((one) => encryption.decrypt(one, id));
    } catch (error) {
      log.error({ endpoint: id, err: toErrorFacts(error) }, 'the secret of an endpoint cannot be read');
      await db
        .updateTable('endpoint')
        .set({ rest_until: now + rest })
        .where('id', '=', id)
        .execute();
      return undefined;
    }
  };

  return async (wanted) => {
    if (wanted.endpointIds?.length === 0) return [];
    // Looked at before a transaction is begun: mostly there is nothing, and on SQLite a transaction keeps others waiting.
    if ((await dueAt(store.db, parts.now(), wanted).execute()).length === 0) return [];
    return store.transaction('relaxed', async ({ db }) => {
      const now = parts.now();
      const endpoints = await dueAt(db, now, wanted).forNoKeyUpdate().skipLocked().execute();
      const claims: LeasedMessage[] = [];
      for (const endpoint of endpoints) {
        const { id, client_id: clientId, url, failures } = endpoint;
        const secrets = await openSecrets(db, endpoint, now);
        if (secrets === undefined) continue;
        const message = await composeMessage(db, { endpointId: id, clientId, now }, parts);
        if (message === undefined) continue;
        const claim = { lease: random.uuid(), leaseUntil: now + lease };
        await db
          .updateTable('endpoint')
          .set({ lease: claim.lease, lease_until: claim.leaseUntil, served_at: now })
          .where('id', '=', id)
          .execute();
        claims.push({ ...claim, endpointId: id, url, secrets, failures, message });
      }
      return claims;
    });
  };
};
