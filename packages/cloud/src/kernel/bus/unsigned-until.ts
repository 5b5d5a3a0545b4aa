import { signedMessages } from '../database/migrations/014-signed-messages.ts';
import type { Store } from '../database/store.ts';

/** How long after the first node that signs was started, messages of nodes that do not are accepted, ms. */
export const upgradePeriod = 24 * 3_600_000;

/** Steps of a schema that were applied together differ by less, ms. */
const maxStart = 60_000;

/**
 * Until when messages without a signature are accepted (ms UTC): during an upgrade from a release whose nodes do not sign, and
 * never where the database was made by nodes that do (decisions/020).
 */
export const readUnsignedUntil = async ({ db }: Pick<Store, 'db'>): Promise<number> => {
  const steps = await db
    .selectFrom('schema_step')
    .select(['number', 'applied_at'])
    .where('number', 'in', [1, signedMessages.number])
    .orderBy('number')
    .execute();
  const [first, signing] = steps.map(({ applied_at: at }) => at);
  return first === undefined || signing === undefined || signing - first < maxStart
    ? 0
    : signing + upgradePeriod;
};
