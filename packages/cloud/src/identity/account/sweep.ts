import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';

/** Maximum age in ms and maximum number of audit entries. Above that number, `rowsPerAccount` limits each account. */
export const auditRetention = {
  milliseconds: 180 * 24 * 60 * 60_000,
  rows: 500_000,
  rowsPerAccount: 50_000,
} as const;

type AuditRows = Readonly<Record<'rows' | 'rowsPerAccount', number>>;

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

/** Deletes the oldest entries of accounts over their limit, so that no account displaces the entries of others. */
const sweepOverLimit = async (store: Store, rowsPerAccount: number) => {
  const overLimit = await store.db
    .selectFrom('audit')
    .select('account_id')
    .groupBy('account_id')
    .having((each) => each.fn.countAll(), '>', rowsPerAccount)
    .execute();
  for (const { account_id: value } of overLimit) {
    const until = (await nth(store, rowsPerAccount, value)) ?? 0;
    const of = { column: 'account_id', value } as const;
    await sweepRows(store, { table: 'audit', key: ['id'], instant: 'at', until, of });
  }
};

const sweepAudit = async (store: Store, now: number, { rows, rowsPerAccount }: AuditRows) => {
  if ((await nth(store, rows)) !== undefined) await sweepOverLimit(store, rowsPerAccount);
  const until = Math.max(now - auditRetention.milliseconds - 1, (await nth(store, rows)) ?? 0);
  await sweepRows(store, { table: 'audit', key: ['id'], instant: 'at', until });
};

/** Deletes expired sessions, link secrets, e-mails, counters of failed attempts, known places and audit entries. */
export async function sweepAccounts(
  store: Store,
  now: number,
  retention: AuditRows = auditRetention,
): Promise<void> {
  const expired = { instant: 'expires_at', until: now } as const;
  await sweepRows(store, { table: 'session', key: ['id_hash'], ...expired });
  await sweepRows(store, { table: 'account_token', key: ['token_hash'], ...expired });
  await sweepRows(store, { table: 'passkey_challenge', key: ['challenge_hash'], ...expired });
  await sweepRows(store, { table: 'email_outbox', key: ['id'], ...expired });
  await sweepRows(store, { table: 'guess', key: ['key'], ...expired });
  await sweepRows(store, { table: 'known_address', key: ['account_id', 'address_hash'], ...expired });
  await sweepAudit(store, now, retention);
}
