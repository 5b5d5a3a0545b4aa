import { cloudLimits } from '@plenum/protocol/cloud';
import { fromComponentId } from '@plenum/protocol/component';
import type { AnswerOf } from '@plenum/protocol/console';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { DeliveryFilter } from '../log/delivery-filter.ts';
import { type Delivery, readDelivery, readSubjects } from '../log/delivery-log.ts';
import type { Outbox, OutboxItem } from '../outbox/outbox.ts';

/**
 * The form of a resend: the same message, or a new one with the current state. A new message is used if the old one had
 * arrived or its subject had changed.
 */
type Resent = AnswerOf<'resend'>['resent'];

export interface ResendDeps {
  readonly outbox: Pick<Outbox, 'enqueueAgain'>;
  readonly now: () => number;
}

/** Returns the rows of the outbox for the subjects of an attempt. */
export const toItems = ({ kind, subjects }: Pick<Delivery, 'kind' | 'subjects'>): OutboxItem[] =>
  subjects.map((subject) => ({ kind, subject, systemId: fromComponentId(subject)?.systemId ?? null }));

/** Makes rows of the outbox of an endpoint due, whose condition follows. Failed ones begin with their first attempt. */
const makeDue = (db: Db, { endpointId, at }: { endpointId: string; at: number }) =>
  db
    .updateTable('outbox')
    .set(({ eb, ref }) => ({
      due_at: at,
      attempts: eb.case().when('due_at', 'is', null).then(0).else(ref('attempts')).end(),
    }))
    .where('endpoint_id', '=', endpointId);

/**
 * Immediately resends the subjects of an attempt, within the transaction that locked the endpoint. A pending or failed
 * message keeps its id, because the receiver may already have received it. Any other subject gets a new message with
 * its current state. Returns `undefined` if the log has no such attempt.
 */
export async function resend(
  tx: Transaction,
  { endpointId, number }: { endpointId: string; number: number },
  { outbox, now }: ResendDeps,
): Promise<Resent | undefined> {
  const { db } = tx;
  const delivery = await readDelivery(db, { endpointId, number });
  if (delivery === undefined) return undefined;
  await db.updateTable('endpoint').set({ rest_until: 0 }).where('id', '=', endpointId).execute();
  const { numUpdatedRows } = await makeDue(db, { endpointId, at: now() })
    .where('message_id', '=', delivery.messageId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'same-message';
  await outbox.enqueueAgain(tx, endpointId, toItems(delivery));
  return 'new-message';
}

/** Maximum number of rows in one statement. */
const atOnce = 500;

const keyOf = ({ kind, subject }: Pick<OutboxItem, 'kind' | 'subject'>) => `${kind} ${subject}`;

/** Makes the pending and failed rows of the given subjects due. Returns their keys. */
const makeSubjectsDue = async (
  { db }: Transaction,
  { endpointId, subjects, at }: { endpointId: string; subjects: readonly string[]; at: number },
): Promise<string[]> => {
  const rows = await makeDue(db, { endpointId, at })
    .where('subject', 'in', subjects)
    .returning(['kind', 'subject'])
    .execute();
  return rows.map(keyOf);
};

/** Returns the subjects of attempts, each once. */
export const toDistinctItems = (
  deliveries: readonly Pick<Delivery, 'kind' | 'subjects'>[],
): readonly OutboxItem[] => [
  ...new Map(deliveries.flatMap(toItems).map((item) => [keyOf(item), item])).values(),
];

/**
 * Sends different subjects again, within the transaction that locked the endpoint. Pending and failed ones are sent
 * immediately, the others with their current state.
 */
export async function resendItems(
  tx: Transaction,
  { endpointId, items }: { endpointId: string; items: readonly OutboxItem[] },
  { outbox, now }: ResendDeps,
): Promise<void> {
  if (items.length === 0) return;
  await tx.db.updateTable('endpoint').set({ rest_until: 0 }).where('id', '=', endpointId).execute();
  const subjects = [...new Set(items.map(({ subject }) => subject))].sort();
  const waiting = new Set<string>();
  for (let from = 0; from < subjects.length; from += atOnce) {
    const some = subjects.slice(from, from + atOnce);
    for (const key of await makeSubjectsDue(tx, { endpointId, subjects: some, at: now() })) waiting.add(key);
  }
  await outbox.enqueueAgain(
    tx,
    endpointId,
    items.filter((item) => !waiting.has(keyOf(item))),
  );
}

/** Resends the subjects of the latest matching attempts, each once. */
export async function resendAll(
  tx: Transaction,
  { endpointId, filter }: { endpointId: string; filter: DeliveryFilter },
  deps: ResendDeps,
): Promise<AnswerOf<'resendAll'>> {
  const most = cloudLimits.maxResent;
  const deliveries = await readSubjects(tx.db, { ...filter, endpointId, most });
  const items = toDistinctItems(deliveries);
  await resendItems(tx, { endpointId, items }, deps);
  return { attempts: deliveries.length, resent: items.length };
}
