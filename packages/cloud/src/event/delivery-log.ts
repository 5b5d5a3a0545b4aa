import type { Selectable } from 'kysely';
import type { Db } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { MessageKind, Problem, Verdict } from './shape.ts';

/** One attempt to deliver a message. Instants in ms UTC, `latency` in ms, `bytes` of the body that was sent. */
export interface Delivery {
  /** Counts the attempts at this endpoint from 1. */
  readonly number: number;
  readonly at: number;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly components: number;
  /** Which attempt at this message it was, from 1. */
  readonly attempt: number;
  readonly verdict: Verdict;
  readonly status: number | undefined;
  readonly problem: Problem | undefined;
  readonly detail: string | undefined;
  readonly latency: number;
  readonly bytes: number;
  readonly nextAt: number | undefined;
  /** The beginning of what was answered. */
  readonly answer: string | undefined;
}

const toDelivery = (row: Selectable<Tables['delivery']>): Delivery => ({
  number: row.number,
  at: row.at,
  messageId: row.message_id,
  kind: row.kind,
  components: row.components,
  attempt: row.attempt,
  verdict: row.verdict,
  status: row.status ?? undefined,
  problem: row.problem ?? undefined,
  detail: row.detail ?? undefined,
  latency: row.latency,
  bytes: row.bytes,
  nextAt: row.next_at ?? undefined,
  answer: row.answer ?? undefined,
});

/** The latest attempts at an endpoint, latest first; those before the attempt numbered `before`, where given. */
export const readDeliveries = async (
  db: Db,
  { endpointId, before, most = 50 }: { endpointId: string; before?: number; most?: number },
): Promise<readonly Delivery[]> => {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
  return rows.map(toDelivery);
};

/** Takes out attempts before an instant. */
export const dropDeliveries = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('delivery').where('at', '<', before).execute();
};
