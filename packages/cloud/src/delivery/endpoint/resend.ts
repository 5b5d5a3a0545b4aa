import { cloudLimits } from '@plenum/protocol/cloud';
import { fromComponentId } from '@plenum/protocol/component';
import type { AnswerOf } from '@plenum/protocol/console';
import type { Transaction } from '../../kernel/database/store.ts';
import type { DeliveryFilter } from '../log/delivery-filter.ts';
import { type Delivery, readDeliveries, readDelivery } from '../log/delivery-log.ts';
import type { Outbox, OutboxItem } from '../outbox/outbox.ts';

/** How it was sent again: as the same message, or as a new one with the current state, because it had arrived or changed. */
export type Resent = AnswerOf<'resend'>['resent'];

interface ResendDeps {
  readonly outbox: Pick<Outbox, 'enqueueAgain'>;
  readonly now: () => number;
}

const toItems = ({ kind, subjects }: Pick<Delivery, 'kind' | 'subjects'>): OutboxItem[] =>
  subjects.map((subject) => ({ kind, subject, systemId: fromComponentId(subject)?.systemId ?? null }));

/**
 * Sends the subjects of an attempt once more and at once, within the transaction that has locked the endpoint. A message that
 * is pending or has failed is sent under the same id, which the receiver knows; otherwise a new message has the current state
 * of the subjects. Undefined if the log has no such attempt.
 */
export const resend = async (
  tx: Transaction,
  { endpointId, number }: { endpointId: string; number: number },
  { outbox, now }: ResendDeps,
): Promise<Resent | undefined> => {
  const { db } = tx;
  const delivery = await readDelivery(db, { endpointId, number });
  if (delivery === undefined) return undefined;
  await db.updateTable('endpoint').set({ rest_until: 0 }).where('id', '=', endpointId).execute();
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(({ eb, ref }) => ({
      due_at: now(),
      attempts: eb.case().when('due_at', 'is', null).then(0).else(ref('attempts')).end(),
    }))
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', delivery.messageId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'same-message';
  await outbox.enqueueAgain(tx, endpointId, toItems(delivery));
  return 'new-message';
};

/** Rows that one statement looks for. */
const atOnce = 500;

const keyOf = ({ kind, subject }: Pick<OutboxItem, 'kind' | 'subject'>) => `${kind} ${subject}`;

/** Makes those of some subjects due that are pending or have failed; returns their keys. */
const makeDue = async (
  { db }: Transaction,
  { endpointId, subjects, at }: { endpointId: string; subjects: readonly string[]; at: number },
): Promise<string[]> => {
  const rows = await db
    .updateTable('outbox')
    .set(({ eb, ref }) => ({
      due_at: at,
      attempts: eb.case().when('due_at', 'is', null).then(0).else(ref('attempts')).end(),
    }))
    .where('endpoint_id', '=', endpointId)
    .where('subject', 'in', subjects)
    .returning(['kind', 'subject'])
    .execute();
  return rows.map(keyOf);
};

/**
 * Sends what the latest attempts that match were about once more, each subject once: those that are pending or have failed
 * at once, the others in their current state.
 */
export const resendAll = async (
  tx: Transaction,
  { endpointId, filter }: { endpointId: string; filter: DeliveryFilter },
  { outbox, now }: ResendDeps,
): Promise<AnswerOf<'resendAll'>> => {
  const most = cloudLimits.maxResent;
  const deliveries = await readDeliveries(tx.db, { ...filter, endpointId, most });
  const items = new Map(deliveries.flatMap(toItems).map((item) => [keyOf(item), item]));
  if (items.size === 0) return { attempts: deliveries.length, resent: 0 };
  await tx.db.updateTable('endpoint').set({ rest_until: 0 }).where('id', '=', endpointId).execute();
  const subjects = [...new Set([...items.values()].map(({ subject }) => subject))].sort();
  const waiting = new Set<string>();
  for (let from = 0; from < subjects.length; from += atOnce) {
    const some = subjects.slice(from, from + atOnce);
    for (const key of await makeDue(tx, { endpointId, subjects: some, at: now() })) waiting.add(key);
  }
  await outbox.enqueueAgain(
    tx,
    endpointId,
    [...items].filter(([key]) => !waiting.has(key)).map(([, item]) => item),
  );
  return { attempts: deliveries.length, resent: items.size };
};
