import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { Store } from './store.ts';

/**
 * Selects the expired rows of a table: those whose time in a column is not after the given time. The key identifies
 * rows.
 */
export interface Expired<Table extends keyof Tables> {
  readonly table: Table;
  readonly key: readonly (keyof Tables[Table] & string)[];
  readonly instant: keyof Tables[Table] & string;
  readonly until: number;
  /** Only rows with this value in a column. */
  readonly of?: { readonly column: keyof Tables[Table] & string; readonly value: string | null };
}

/** A transaction of this many rows blocks SQLite, and with it the process, for about ten milliseconds. */
const maxConcurrent = 250;

/**
 * Deletes all expired rows in small transactions, so that other requests can run in between. Reads first, because even
 * a transaction that deletes nothing would wait for a disk flush.
 */
export async function sweepRows<Table extends keyof Tables>(
  store: Store,
  { table, key, instant, until, of }: Expired<Table>,
): Promise<void> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const only = of === undefined ? sql`` : sql`AND ${sql.ref(of.column)} IS NOT DISTINCT FROM ${of.value}`;
  const from = sql`FROM ${sql.table(table)} WHERE ${sql.ref(instant)} <= ${until} ${only}`;
  const some = sql`DELETE FROM ${sql.table(table)} WHERE (${names}) IN
    (SELECT ${names} ${from} LIMIT ${sql.lit(maxConcurrent)})`;
  if ((await sql`SELECT 1 ${from} LIMIT 1`.execute(store.db)).rows.length === 0) return;
  for (;;) {
    const { numAffectedRows = 0n } = await store.transaction('full', ({ db }) => some.execute(db));
    if (numAffectedRows < maxConcurrent) return;
    await turn();
  }
}
