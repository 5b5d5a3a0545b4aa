import { fromComponentId } from '@plenum/protocol/component';
import type { AnswerOf } from '@plenum/protocol/console';
import type { Transaction } from '../../kernel/database/store.ts';
import { readDelivery } from '../log/delivery-log.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** How something was sent again: as the message it was, or told anew as it is now, because it had arrived or changed. */
export type Resent = AnswerOf<'resend'>['resent'];

interface ResendDeps {
  readonly queue: Pick<Outbox, 'enqueueAgain'>;
  readonly now: () => number;
}

/**
 * Sends what an attempt was about once more and at once, within the transaction that has the endpoint. What still waits,
 * or was given up, goes as the same message, by whose id a receiver knows it; else its subjects are told anew. Undefined
 * where the log has no such attempt.
 */
export const resend = async (
  tx: Transaction,
  { endpointId, number }: { endpointId: string; number: number },
  { queue, now }: ResendDeps,
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
  await queue.enqueueAgain(
    tx,
    endpointId,
    subjects.map((subject) => ({ kind, subject, systemId: fromComponentId(subject)?.systemId ?? null })),
  );
  return 'new-message';
};
