import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';

/** How long audit entries are kept, in ms; how many at most, and how many of one account where those are too many. */
export const auditKept = {
  milliseconds: 180 * 24 * 60 * 60_000,
  rows: 500_000,
  rowsOfOne: 50_000,
} as const;

type AuditRows = Readonly<Record<'rows' | 'rowsOfOne', number>>;

const nth = async ({ db }: Store, offset: number, accountId?: string | null) => {
  const entry = await db
    .selectFrom('audit')
    .select('at')
    .$if(accountId !== undefined, (query) => query.where('account_id', 'is not distinct from', accountId!))
    .orderBy('at', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst();
  return entry?.at;
};

/** Deletes the oldest entries of accounts that have more than their share, so that no one of them pushes out the others'. */
const sweepCrowded = async (store: Store, rowsOfOne: number) => {
  const crowded = await store.db
    .selectFrom('audit')
    .select('account_id')
    .groupBy('account_id')
    .having((each) => each.fn.countAll(), '>', rowsOfOne)
    .execute();
  for (const { account_id: value } of crowded) {
    const until = (await nth(store, rowsOfOne, value)) ?? 0;
    const of = { column: 'account_id', value } as const;
    await sweepRows(store, { table: 'audit', key: ['id'], instant: 'at', until, of });
  }
};

const sweepAudit = async (store: Store, now: number, { rows, rowsOfOne }: AuditRows) => {
  if ((await nth(store, rows)) !== undefined) await sweepCrowded(store, rowsOfOne);
  const until = Math.max(now - auditKept.milliseconds - 1, (await nth(store, rows)) ?? 0);
  await sweepRows(store, { table: 'audit', key: ['id'], instant: 'at', until });
};

/** Deletes what accounts left behind and time has ended: sessions, counted guesses, known places, old audit entries. */
export const sweepAccounts = async (
  store: Store,
  now: number,
  kept: AuditRows = auditKept,
): Promise<void> => {
  const expired = { instant: 'expires_at', until: now } as const;
  await sweepRows(store, { table: 'session', key: ['id_hash'], ...expired });
  await sweepRows(store, { table: 'guess', key: ['key'], ...expired });
  await sweepRows(store, { table: 'known_address', key: ['account_id', 'address_hash'], ...expired });
  await sweepAudit(store, now, kept);
};
