import { maxClockDifference } from '@plenum/platform';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Random } from '../../kernel/crypto/random.ts';
import { hasPassed } from '../../kernel/database/has-passed.ts';
import { greatest, isAmong } from '../../kernel/database/row-set.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { type ComposeDeps, composeMessage, type Message } from './compose-message.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { hasUrl, isListener } from './listener-url.ts';

/**
 * A leased message. No other worker sends to its endpoint until `leaseUntil` (ms UTC) or until the attempt is recorded.
 */
export interface LeasedMessage {
  readonly lease: string;
  readonly leaseUntil: number;
  readonly endpointId: string;
  /** Account of the app's developer, or the app itself if it has no developer. */
  readonly developer: string;
  readonly url: string;
  /** The currently valid secrets, newest first. */
  readonly secrets: readonly string[];
  /** Failed attempts at this endpoint since the last success. */
  readonly failures: number;
  readonly message: Message;
}

interface LeaseFilter {
  readonly max: number;
  /** True to select endpoints that were slow or failed last time, false for the others. */
  readonly strained: boolean;
  /** If given, only these endpoints. */
  readonly endpointIds?: readonly string[];
  /** True to look for due messages before the transaction. True by default if `endpointIds` is omitted. */
  readonly isPoll?: boolean;
  /** Leaves out the endpoints of these developers. */
  readonly without?: readonly string[];
  /** Leaves out these endpoints. */
  readonly withoutIds?: readonly string[];
}

interface LeaseNextDeps extends ComposeDeps {
  readonly secrets: EndpointSecrets;
  readonly random: Random;
  /** Duration of a lease in ms. A delivery in progress renews it. */
  readonly lease: number;
}

interface LeaseDueDeps extends LeaseNextDeps {
  readonly store: Store;
  /** True to lease only listeners, false to lease only endpoints with a URL. */
  readonly ofListeners?: boolean;
  readonly now: () => number;
}

type Endpoint = Selectable<Tables['endpoint']>;

/** The row of an endpoint, with the account of its developer. */
type LockedEndpoint = Endpoint & Pick<LeasedMessage, 'developer'>;

export const developer = sql<string>`coalesce((SELECT owner_account_id FROM app WHERE app.client_id = endpoint.client_id), endpoint.client_id)`;

export type LeaseDue = (filter: LeaseFilter) => Promise<readonly LeasedMessage[]>;

/** Resolves to the first instant after `after` at which a message can be leased, or to undefined if none is waiting. */
export type NextDue = (after: number) => Promise<number | undefined>;

export const createNextDue =
  (db: Db, ofListeners = false): NextDue =>
  async (after) => {
    const { rows } = await sql<{ at: number | null }>`SELECT min(at) AS at FROM (
      SELECT ${greatest(db)}(due_at, rest_until, lease_until) AS at
      FROM outbox JOIN endpoint ON endpoint.id = outbox.endpoint_id
      WHERE disabled_at IS NULL AND due_at IS NOT NULL AND ${ofListeners ? isListener : hasUrl}
    ) AS due WHERE at > ${after}`.execute(db);
    return rows[0]?.at ?? undefined;
  };

/** Leases a locked endpoint if a message is due for it. Resolves to the message, or to an empty list. */
export type LeaseNext = (db: Db, endpoint: LockedEndpoint, now: number) => Promise<readonly LeasedMessage[]>;

export function createLeaseNext(deps: LeaseNextDeps): LeaseNext {
  const { random, lease } = deps;
  return async (db, endpoint, now) => {
    const { id, client_id: clientId, developer, url, failures, attempts } = endpoint;
    const secrets = deps.secrets.decrypt(endpoint, now);
    if (secrets === undefined) return [];
    const message = await composeMessage(db, { endpointId: id, clientId, attempts, now }, deps);
    if (message === undefined) return [];
    const newLease = { lease: random.uuid(), leaseUntil: now + lease };
    await db
      .updateTable('endpoint')
      .set({ lease: newLease.lease, lease_until: newLease.leaseUntil, served_at: now })
      .where('id', '=', id)
      .execute();
    return [{ ...newLease, endpointId: id, developer, url, secrets, failures, message }];
  };
}

/**
 * Creates a function that leases endpoints for which a message is due, least recently served first, with the next
 * message for each. Any number of nodes may call it at the same time, and only one gets each endpoint (PostgreSQL:
 * `SKIP LOCKED`; SQLite: one writer).
 */
export function createLeaseDue(deps: LeaseDueDeps): LeaseDue {
  const { store, secrets, ofListeners = false } = deps;
  const leaseNext = createLeaseNext(deps);
  const dueAt = (
    db: Db,
    now: number,
    { strained, max, endpointIds, without = [], withoutIds = [] }: LeaseFilter,
  ) =>
    db
      .selectFrom('endpoint')
      .selectAll()
      .select(developer.as('developer'))
      .where('disabled_at', 'is', null)
      .where(ofListeners ? isListener : hasUrl)
      .where((row) =>
        row.or([
          row.and([row('lease_until', '<=', now), row('rest_until', '<=', now)]),
          // Both were stored before the clock of the machine went back.
          row('served_at', '>', now + maxClockDifference),
        ]),
      )
      .where('strained', '=', strained ? 1 : 0)
      .where(sql<SqlBool>`NOT ${secrets.isUnreadable(db, now)}`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('outbox')
            .select('outbox.subject')
            .whereRef('outbox.endpoint_id', '=', 'endpoint.id')
            .where(hasPassed('outbox.due_at', now, deps.longestRetry)),
        ),
      )
      .$if(endpointIds !== undefined, (query) => query.where(isAmong(db, 'id', endpointIds!)))
      .$if(without.length > 0, (query) => query.where(developer, 'not in', [...without]))
      .$if(withoutIds.length > 0, (query) =>
        query.where(sql<SqlBool>`NOT (${isAmong(db, 'id', withoutIds)})`),
      )
      .orderBy('served_at')
      .orderBy('id')
      .limit(max);

  return async (filter) => {
    if (filter.endpointIds?.length === 0) return [];
    // Checked before the transaction, because a poll usually finds nothing, and on SQLite a transaction blocks all others.
    const { isPoll = filter.endpointIds === undefined } = filter;
    if (isPoll && (await dueAt(store.db, deps.now(), filter).execute()).length === 0) return [];
    return store.transaction('relaxed', async ({ db }) => {
      const now = deps.now();
      const endpoints = await dueAt(db, now, filter).forNoKeyUpdate().skipLocked().execute();
      const leased: LeasedMessage[] = [];
      for (const endpoint of endpoints) leased.push(...(await leaseNext(db, endpoint, now)));
      return leased;
    });
  };
}
