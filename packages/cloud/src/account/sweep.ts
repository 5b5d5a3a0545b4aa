import type { Store } from '../store/store.ts';

/** How long audit entries are kept, in ms, and how many at most. */
export const auditKept = { milliseconds: 180 * 24 * 60 * 60_000, rows: 500_000 } as const;

const sweepAudit = async (store: Store, now: number, rows: number) => {
  await store.db
    .deleteFrom('audit')
    .where('at', '<', now - auditKept.milliseconds)
    .execute();
  const surplus = await store.db
    .selectFrom('audit')
    .select('at')
    .orderBy('at', 'desc')
    .offset(rows)
    .limit(1)
    .executeTakeFirst();
  if (surplus !== undefined) await store.db.deleteFrom('audit').where('at', '<=', surplus.at).execute();
};

/** Deletes what accounts left behind and time has ended: sessions, counted guesses, known places, old audit entries. */
export const sweepAccounts = async (
  store: Store,
  now: number,
  rows: number = auditKept.rows,
): Promise<void> => {
  for (const table of ['session', 'guess', 'known_address'] as const)
    await store.db.deleteFrom(table).where('expires_at', '<=', now).execute();
  await sweepAudit(store, now, rows);
};
