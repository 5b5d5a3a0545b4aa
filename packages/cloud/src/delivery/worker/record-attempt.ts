import { sql } from 'kysely';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { type AttemptOutcome, evaluate, type RetryPolicy } from '../attempt/retry-policy.ts';
import type { RequestHeaders, SendResult } from '../attempt/send.ts';
import type { DisabledWhy } from '../attempt/shape.ts';
import { writeDelivery } from '../log/delivery-log.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';

export interface RecordAttemptDeps {
  readonly store: Store;
  readonly random: Random;
  readonly now: () => number;
  readonly plan: RetryPolicy;
  /** Rows of the delivery log kept for each endpoint. */
  readonly logRows: number;
  /** ms an attempt may take before the endpoint counts as slow. */
  readonly slow: number;
}

/** What became of a claim, and whether the endpoint was disabled for it. */
export interface RecordedAttempt extends AttemptOutcome {
  readonly disabled: DisabledWhy | undefined;
}

export interface RecordAttempt {
  (claim: LeasedMessage, attempt: { sent: SendResult; headers: RequestHeaders }): Promise<RecordedAttempt>;
  /** Gives a claim back as if nothing had been tried. */
  release(claim: LeasedMessage): Promise<void>;
}

/** So many failures in a row are an outage: when it ends, what waits for a later try is sent at once. */
const outage = 3;

/** An endpoint nobody has claimed. */
const free = { lease: null, lease_until: 0 };

/** What a message that did not arrive takes out of the outbox. */
const nothing = { changes: 0, delivered: 0 };

const ofMessage = (claim: LeasedMessage) => ({ endpoint_id: claim.endpointId, message_id: claim.message.id });

/** Takes the endpoint, then its rows, in the order everybody does. */
const lock = async (db: Db, { endpointId }: LeasedMessage) =>
  db
    .selectFrom('endpoint')
    .select(['attempts', 'failing_since', 'failures', 'disabled_at'])
    .select(['lease', 'changes', 'delivered', 'superseded'])
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Rows of an endpoint; those that a newer change is about to take over are left alone: nobody waits here for whoever may
 * wait for rows of ours.
 */
const lockRows = (db: Db, { endpointId }: LeasedMessage) =>
  db.selectFrom('outbox').where('endpoint_id', '=', endpointId).orderBy('subject').forUpdate().skipLocked();

/** The rows that are still what was sent. */
const lockSent = (db: Db, claim: LeasedMessage) =>
  lockRows(db, claim).select(['subject', 'changes']).where('message_id', '=', claim.message.id).execute();

const among = (rows: readonly { readonly subject: string }[]) => rows.map(({ subject }) => subject);

/** Takes out what arrived; the changes it stood for, and how many of them arrived themselves. */
const takeOut = async (db: Db, claim: LeasedMessage) => {
  const rows = await lockSent(db, claim);
  if (rows.length > 0)
    await db
      .deleteFrom('outbox')
      .where((row) => row.and(ofMessage(claim)))
      .where('subject', 'in', among(rows))
      .execute();
  return { changes: rows.reduce((sum, row) => sum + row.changes, 0), delivered: rows.length };
};

const putOff = async (db: Db, { claim, dueAt }: { claim: LeasedMessage; dueAt: number | undefined }) => {
  const rows = await lockSent(db, claim);
  if (rows.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ due_at: dueAt ?? null, attempts: claim.message.attempt })
    .where((row) => row.and(ofMessage(claim)))
    .where('subject', 'in', among(rows))
    .execute();
};

/** Makes due at once what waits for a later try. */
const hasten = async (db: Db, { claim, at }: { claim: LeasedMessage; at: number }) => {
  const later = lockRows(db, claim).select(['kind', 'subject']).where('due_at', '>', at);
  await db
    .updateTable('outbox')
    .set({ due_at: at })
    .where('endpoint_id', '=', claim.endpointId)
    .where(({ eb, refTuple }) => eb(refTuple('kind', 'subject'), 'in', later.$asTuple('kind', 'subject')))
    .execute();
};

/** Puts down what came of a claim, all in one transaction: the rows, the counts, the log, the state of the endpoint. */
export const createRecordAttempt = (parts: RecordAttemptDeps): RecordAttempt => {
  const { store, random, plan } = parts;

  const settle: (...of: Parameters<RecordAttempt>) => Promise<RecordedAttempt> = (claim, { sent, headers }) =>
    store.transaction('relaxed', async ({ db }) => {
      const at = parts.now();
      const endpoint = await lock(db, claim);
      const { attempt } = claim.message;
      const failures = endpoint?.failures ?? 0;
      const judged = evaluate(sent, { attempt, failures, now: at, fraction: random.fraction() }, plan);
      if (endpoint === undefined) return { ...judged, disabled: undefined };

      const isDelivered = judged.verdict === 'delivered';
      const out = isDelivered ? await takeOut(db, claim) : nothing;
      if (!isDelivered) await putOff(db, { claim, dueAt: judged.retryAt });
      else if (failures >= outage) await hasten(db, { claim, at });

      const failingSince = isDelivered ? null : (endpoint.failing_since ?? at);
      const hasFailedLong = failingSince !== null && at - failingSince >= plan.disableAfter;
      const why = judged.verdict === 'gone' ? 'gone' : hasFailedLong ? 'failing' : undefined;
      const disabled = endpoint.disabled_at === null ? why : undefined;
      const number = endpoint.attempts + 1;
      await db
        .updateTable('endpoint')
        .set({
          attempts: number,
          failures: isDelivered ? 0 : failures + 1,
          failing_since: failingSince,
          rest_until: judged.pausedUntil,
          strained: isDelivered && sent.latency < parts.slow ? 0 : 1,
          changes: endpoint.changes + out.changes,
          delivered: endpoint.delivered + out.delivered,
          superseded: endpoint.superseded + out.changes - out.delivered,
          ...(endpoint.lease === claim.lease && free),
          ...(disabled !== undefined && { disabled_at: at, disabled_why: disabled }),
        })
        .where('id', '=', claim.endpointId)
        .execute();
      await writeDelivery(db, { claim, sent, headers, judged, number, at }, parts.logRows);
      return { ...judged, disabled };
    });

  return Object.assign(settle, {
    release: async ({ endpointId, lease }: LeasedMessage) => {
      await store.db
        .updateTable('endpoint')
        .set(free)
        .where('id', '=', endpointId)
        .where('lease', '=', lease)
        .execute();
    },
  });
};

/** Takes back every lease: in a store for one process alone, whoever held them is dead. */
export const releaseAllLeases = async ({ db }: Store): Promise<void> => {
  await db.updateTable('endpoint').set(free).where('lease_until', '>', sql.lit(0)).execute();
};
