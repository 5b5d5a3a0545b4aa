import type { Store } from '../../../kernel/database/store.ts';
import type { Act, AuditEntry } from './audit.ts';

/** Reads the latest audit entries of an account, newest first. */
export async function readAudit(
  { db }: Store,
  accountId: string,
  count: number,
): Promise<Required<AuditEntry>[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(({ act, address, facts }) => ({
    act: act as Act,
    accountId,
    address,
    facts: JSON.parse(facts),
  }));
}
