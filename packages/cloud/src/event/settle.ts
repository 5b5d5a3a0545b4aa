import { sql } from 'kysely';
import type { Db, Store } from '../store/store.ts';
import type { Chance } from './chance.ts';
import type { Claim } from './claim.ts';
import { writeDelivery } from './delivery-log.ts';
import { type Judgement, judge, type RetryPlan } from './judge.ts';
import type { Sent, SentHeaders } from './send.ts';
import type { DisabledWhy } from './shape.ts';

export interface SettleParts {
  readonly store: Store;
  readonly chance: Chance;
  readonly now: () => number;
  readonly plan: RetryPlan;
  /** Rows of the delivery log kept for each endpoint. */
  readonly logRows: number;
  /** ms an attempt may take before the endpoint counts as slow. */
  readonly slow: number;
}

/** What became of a claim, and whether the endpoint was disabled for it. */
export interface Settled extends Judgement {
  readonly disabled: DisabledWhy | undefined;
}

export interface Settle {
  (claim: Claim, attempt: { sent: Sent; headers: SentHeaders }): Promise<Settled>;
  /** Gives a claim back as if nothing had been tried. */
  release(claim: Claim): Promise<void>;
}

/** So many failures in a row are an outage: when it ends, what waits for a later try is sent at once. */
const outage = 3;

const ofMessage = (claim: Claim) => ({ endpoint_id: claim.endpointId, message_id: claim.message.id });

/** Takes the endpoint, then its rows, in the order everybody does. */
const lock = async (db: Db, { endpointId }: Claim, { engine }: Store) =>
  db
    .selectFrom('endpoint')
    .select(['attempts', 'failing_since', 'failures', 'disabled_at'])
    .where('id', '=', endpointId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

/**
 * The rows that are still what was sent; those that a newer change took over, or is about to, are left alone: nobody waits
 * here for whoever may wait for rows of ours.
 */
const lockRows = (db: Db, claim: Claim, { engine }: Store) =>
  db
    .selectFrom('outbox')
    .select(['subject', 'changes'])
    .where((row) => row.and(ofMessage(claim)))
    .orderBy('subject')
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();

const among = (rows: readonly { readonly subject: string }[]) => rows.map(({ subject }) => subject);

const takeOut = async (db: Db, claim: Claim, store: Store): Promise<void> => {
  const rows = await lockRows(db, claim, store);
  if (rows.length === 0) return;
  await db
    .deleteFrom('outbox')
    .where((row) => row.and(ofMessage(claim)))
    .where('subject', 'in', among(rows))
    .execute();
  const changes = rows.reduce((sum, row) => sum + row.changes, 0);
  await db
    .updateTable('endpoint')
    .set((row) => ({
      changes: row('changes', '+', changes),
      delivered: row('delivered', '+', rows.length),
      superseded: row('superseded', '+', changes - rows.length),
    }))
    .where('id', '=', claim.endpointId)
    .execute();
};

const putOff = async (
  db: Db,
  { claim, dueAt, store }: { claim: Claim; dueAt: number | undefined; store: Store },
) => {
  const rows = await lockRows(db, claim, store);
  if (rows.length === 0) return;
  await db
    .updateTable('outbox')
    .set({ due_at: dueAt ?? null, attempts: claim.message.attempt })
    .where((row) => row.and(ofMessage(claim)))
    .where('subject', 'in', among(rows))
    .execute();
};

/** Puts down what came of a claim, all in one transaction: the rows, the counts, the log, the state of the endpoint. */
export const createSettle = (parts: SettleParts): Settle => {
  const { store, chance, plan } = parts;

  const freeLease = (db: Db, { endpointId, lease }: Claim) =>
    db
      .updateTable('endpoint')
      .set({ lease: null, lease_until: 0 })
      .where('id', '=', endpointId)
      .where('lease', '=', lease)
      .execute();

  const settle: (...of: Parameters<Settle>) => Promise<Settled> = (claim, { sent, headers }) =>
    store.inLightTransaction(async (db) => {
      const at = parts.now();
      const endpoint = await lock(db, claim, store);
      const { attempt } = claim.message;
      const failures = endpoint?.failures ?? 0;
      const judged = judge(sent, { attempt, failures, now: at, fraction: chance.fraction() }, plan);
      if (endpoint === undefined) return { ...judged, disabled: undefined };

      const isDelivered = judged.verdict === 'delivered';
      if (isDelivered) await takeOut(db, claim, store);
      else await putOff(db, { claim, dueAt: judged.dueAt, store });
      if (isDelivered && failures >= outage)
        await db
          .updateTable('outbox')
          .set({ due_at: at })
          .where('endpoint_id', '=', claim.endpointId)
          .where('due_at', '>', at)
          .execute();

      const failingSince = isDelivered ? null : (endpoint.failing_since ?? at);
      const hasFailedLong = failingSince !== null && at - failingSince >= plan.patience;
      const why = judged.verdict === 'gone' ? 'gone' : hasFailedLong ? 'failing' : undefined;
      const disabled = endpoint.disabled_at === null ? why : undefined;
      const number = endpoint.attempts + 1;
      await db
        .updateTable('endpoint')
        .set({
          attempts: number,
          failures: isDelivered ? 0 : failures + 1,
          failing_since: failingSince,
          rest_until: judged.restUntil,
          strained: isDelivered && sent.latency < parts.slow ? 0 : 1,
          ...(disabled !== undefined && { disabled_at: at, disabled_why: disabled }),
        })
        .where('id', '=', claim.endpointId)
        .execute();
      await freeLease(db, claim);
      await writeDelivery(db, { claim, sent, headers, judged, number, at }, parts.logRows);
      return { ...judged, disabled };
    });

  return Object.assign(settle, {
    release: async (claim: Claim) => void (await freeLease(store.db, claim)),
  });
};

/** Takes back every lease: in a store for one process alone, whoever held them is dead. */
export const freeAllLeases = async ({ db }: Store): Promise<void> => {
  await db
    .updateTable('endpoint')
    .set({ lease: null, lease_until: 0 })
    .where('lease_until', '>', sql.lit(0))
    .execute();
};
