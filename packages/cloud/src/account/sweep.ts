import type { Store } from '../store/store.ts';
import { sweepRows } from '../store/sweep-rows.ts';

/** How long audit entries are kept, in ms, and how many at most. */
export const auditKept = { milliseconds: 180 * 24 * 60 * 60_000, rows: 500_000 } as const;

const sweepAudit = async (store: Store, now: number, rows: number) => {
  const surplus = await store.db
    .selectFrom('audit')
    .select('at')
    .orderBy('at', 'desc')
    .offset(rows)
    .limit(1)
    .executeTakeFirst();
  const until = Math.max(now - auditKept.milliseconds - 1, surplus?.at ?? 0);
  await sweepRows(store, { table: 'audit', key: ['id'], instant: 'at', until });
};

/** Deletes what accounts left behind and time has ended: sessions, counted guesses, known places, old audit entries. */
export const sweepAccounts = async (
  store: Store,
  now: number,
  rows: number = auditKept.rows,
): Promise<void> => {
  const expired = { instant: 'expires_at', until: now } as const;
  await sweepRows(store, { table: 'session', key: ['id_hash'], ...expired });
  await sweepRows(store, { table: 'guess', key: ['key'], ...expired });
  await sweepRows(store, { table: 'known_address', key: ['account_id', 'address_hash'], ...expired });
  await sweepAudit(store, now, rows);
};
