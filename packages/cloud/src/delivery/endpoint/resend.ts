import { fromComponentId } from '@plenum/protocol/component';
import type { AnswerOf } from '@plenum/protocol/console';
import type { Transaction } from '../../kernel/database/store.ts';
import { readDelivery } from '../log/delivery-log.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** How it was sent again: as the same message, or as a new one with the current state, because it had arrived or changed. */
export type Resent = AnswerOf<'resend'>['resent'];

interface ResendDeps {
  readonly outbox: Pick<Outbox, 'enqueueAgain'>;
  readonly now: () => number;
}

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
  const { kind, subjects } = delivery;
  await outbox.enqueueAgain(
    tx,
    endpointId,
    subjects.map((subject) => ({ kind, subject, systemId: fromComponentId(subject)?.systemId ?? null })),
  );
  return 'new-message';
};
