import { subscriptionLimits } from '@plenum/outbound/push';
import { sql } from 'kysely';
import { earliest, nextInstant } from '../kernel/database/next-instant.ts';
import { greatest } from '../kernel/database/row-set.ts';
import type { Db } from '../kernel/database/store.ts';

/**
 * Resolves to the first instant after `after` at which a push notification is due, an alert has lasted so long that its
 * owner is notified, or a subscription ends because its browser was not seen.
 */
export function nextPushNotification(db: Db, after: number): Promise<number | undefined> {
  const dueAt = sql`${greatest(db)}(send_at, lease_until)`;
  const read = async () => {
    const { rows } = await sql<{ at: number | null }>`SELECT min(at) AS at FROM (
      SELECT ${dueAt} AS at FROM push_subscription WHERE send_at IS NOT NULL
      UNION ALL SELECT look_at FROM push_subscription WHERE lasting LIKE '%"isNotified":false%'
    ) AS due WHERE at > ${after}`.execute(db);
    return rows[0]?.at ?? undefined;
  };
  const { unseen } = subscriptionLimits;
  const ending = async () => {
    const seenAt = await nextInstant(db, 'push_subscription', 'seen_at', after - unseen);
    return seenAt === undefined ? undefined : seenAt + unseen;
  };
  return earliest(read(), ending());
}
