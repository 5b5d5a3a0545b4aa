import type { RequestHeaders, SendResult } from '@plenum/outbound';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Random } from '../../kernel/crypto/random.ts';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { type AttemptResult, evaluate, type RetryPolicy } from '../attempt/retry-policy.ts';
import type { DisabledWhy } from '../attempt/types.ts';
import { writeDelivery } from '../log/delivery-log.ts';
import { developer, type LeasedMessage, type LeaseNext } from '../outbox/lease-due.ts';

interface RecordAttemptDeps {
  readonly store: Store;
  readonly leaseNext: LeaseNext;
  readonly random: Random;
  readonly now: () => number;
  readonly retryPolicy: RetryPolicy;
  /** Rows of the delivery log stored for each endpoint. */
  readonly logRows: number;
  /** Time in ms after which the endpoint of an attempt counts as slow. */
  readonly slow: number;
}

/** The result of an attempt and, if the attempt disabled the endpoint, the reason. */
export interface RecordedAttempt extends AttemptResult {
  readonly disabled: DisabledWhy | undefined;
  /** The next message for the endpoint, leased in the same transaction. */
  readonly next?: LeasedMessage | undefined;
}

export interface RecordAttempt {
  /** With `leasesNext`, also leases the next message if this one was delivered quickly. */
  (
    leased: LeasedMessage,
    attempt: { sent: SendResult; headers: RequestHeaders; leasesNext?: boolean },
  ): Promise<RecordedAttempt>;
  /** Ends a lease without an attempt. */
  release(leased: LeasedMessage): Promise<void>;
  /** Extends leases until `until` (ms UTC), except those that have gone to another worker. */
  renew(leased: readonly LeasedMessage[], until: number): Promise<void>;
}

/**
 * Number of consecutive failures that count as an outage. When the outage ends, all messages waiting for a retry are
 * sent immediately.
 */
export const outage = 3;

/** The columns of an endpoint without a lease. */
const noLease = { lease: null, lease_until: 0 };

/** The counts for a message that was not delivered. Nothing is removed from the outbox for it. */
const nothing = { changes: 0, delivered: 0 };

/** Locks the endpoint. To prevent deadlocks, every transaction locks the endpoint before its rows. */
const lock = async (db: Db, { endpointId }: LeasedMessage) =>
  db
    .selectFrom('endpoint')
    .selectAll()
    .select(developer.as('developer'))
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Selects and locks rows of an endpoint, except rows that another transaction is changing. Waiting for those could
 * deadlock, because that transaction may wait for rows locked here.
 */
const lockRows = (db: Db, { endpointId }: LeasedMessage) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'subject'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('subject')
    .forUpdate()
    .skipLocked();

/** Returns the condition that a row of an endpoint is one of the selected ones. */
const isAmongRows =
  ({ endpointId }: LeasedMessage, rows: ReturnType<typeof lockRows>) =>
  ({ and, eb, refTuple }: ExpressionBuilder<Tables, 'outbox'>) =>
    and([
      eb('endpoint_id', '=', endpointId),
      eb(refTuple('kind', 'subject'), 'in', rows.$asTuple('kind', 'subject')),
    ]);

/** Returns the condition that a row has not changed since its message was sent. */
const isUnchanged = (db: Db, leased: LeasedMessage) => {
  const { id, kind, subjects } = leased.message;
  const rows = lockRows(db, leased)
    .where('kind', '=', kind)
    .where(isAmong(db, 'subject', subjects))
    .where('message_id', '=', id);
  return isAmongRows(leased, rows);
};

/**
 * Removes the delivered rows. Returns the number of changes that they covered, and the number of those changes that
 * were themselves delivered.
 */
const removeDelivered = async (db: Db, leased: LeasedMessage) => {
  const rows = await db.deleteFrom('outbox').where(isUnchanged(db, leased)).returning('changes').execute();
  return { changes: rows.reduce((sum, row) => sum + row.changes, 0), delivered: rows.length };
};

const postpone = async (db: Db, { leased, dueAt }: { leased: LeasedMessage; dueAt: number | undefined }) => {
  await db
    .updateTable('outbox')
    .set({ due_at: dueAt ?? null, attempts: leased.message.attempt })
    .where(isUnchanged(db, leased))
    .execute();
};

/** Makes every row that waits for a retry due now. */
const makeDueNow = async (db: Db, { leased, at }: { leased: LeasedMessage; at: number }) => {
  await db
    .updateTable('outbox')
    .set({ due_at: at })
    .where(isAmongRows(leased, lockRows(db, leased).where('due_at', '>', at)))
    .execute();
};

/**
 * Creates a recorder that stores an attempt in one transaction: outbox rows, counts, delivery log and the state of the
 * endpoint.
 */
export function createRecordAttempt(deps: RecordAttemptDeps): RecordAttempt {
  const { store, random, retryPolicy } = deps;

  const recordAttempt: (...of: Parameters<RecordAttempt>) => Promise<RecordedAttempt> = (
    leased,
    { sent, headers, leasesNext = false },
  ) =>
    store.transaction('relaxed', async ({ db }) => {
      const at = deps.now();
      const endpoint = await lock(db, leased);
      const { attempt } = leased.message;
      const failures = endpoint?.failures ?? 0;
      const result = evaluate(
        sent,
        {
          attempt,
          failures,
          now: at,
          fraction: random.fraction(),
          failingSince: endpoint?.failing_since ?? at,
        },
        retryPolicy,
      );
      if (endpoint === undefined) return { ...result, disabled: undefined };

      const isDelivered = result.verdict === 'delivered';
      const isHeld = endpoint.lease === leased.lease;
      const out = isDelivered ? await removeDelivered(db, leased) : nothing;
      // Another worker that got the lease in the meantime decides when the message is sent again. A late failure
      // must not reopen what that worker has given up.
      if (!isDelivered && isHeld) await postpone(db, { leased, dueAt: result.retryAt });
      if (isDelivered && failures >= outage) await makeDueNow(db, { leased, at });

      const failingSince = isDelivered ? null : (endpoint.failing_since ?? at);
      const hasFailedLong = failingSince !== null && at - failingSince >= retryPolicy.disableAfter;
      const why = result.verdict === 'gone' ? 'gone' : hasFailedLong ? 'failing' : undefined;
      const disabled = endpoint.disabled_at === null ? why : undefined;
      const number = endpoint.attempts + 1;
      const isSlow = sent.latency >= deps.slow;
      await db
        .updateTable('endpoint')
        .set({
          attempts: number,
          failures: isDelivered ? 0 : failures + 1,
          failing_since: failingSince,
          rest_until: result.pausedUntil,
          strained: isDelivered && !isSlow ? 0 : 1,
          changes: endpoint.changes + out.changes,
          delivered: endpoint.delivered + out.delivered,
          superseded: endpoint.superseded + out.changes - out.delivered,
          ...(isHeld && noLease),
          ...(disabled !== undefined && { disabled_at: at, disabled_why: disabled }),
        })
        .where('id', '=', leased.endpointId)
        .execute();
      await writeDelivery(db, { leased, sent, headers, result, number, at }, deps.logRows);
      const isEnabled = endpoint.disabled_at === null;
      if (!leasesNext || !isHeld || !isEnabled || !isDelivered || isSlow) return { ...result, disabled };
      const [next] = await deps.leaseNext(db, { ...endpoint, attempts: number, failures: 0 }, at);
      return { ...result, disabled, next };
    });

  return Object.assign(recordAttempt, {
    release: async ({ endpointId, lease }: LeasedMessage) => {
      await store.db
        .updateTable('endpoint')
        .set(noLease)
        .where('id', '=', endpointId)
        .where('lease', '=', lease)
        .execute();
    },
    renew: async (leased: readonly LeasedMessage[], until: number) => {
      const { db } = store;
      const held = db
        .selectFrom('endpoint')
        .select('id')
        .where(
          isAmong(
            db,
            'id',
            leased.map(({ endpointId }) => endpointId),
          ),
        )
        .where(
          isAmong(
            db,
            'lease',
            leased.map(({ lease }) => lease),
          ),
        )
        // A locked endpoint is one whose attempt is being recorded.
        .forNoKeyUpdate()
        .skipLocked();
      await db.updateTable('endpoint').set({ lease_until: until }).where('id', 'in', held).execute();
    },
  });
}

/**
 * Ends every lease. Used if only one process uses the store, because any lease was then held by a process that has
 * ended.
 */
export async function releaseAllLeases({ db }: Store): Promise<void> {
  await db.updateTable('endpoint').set(noLease).where('lease_until', '>', sql.lit(0)).execute();
}
