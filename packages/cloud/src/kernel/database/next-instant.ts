import { sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { Db } from './store.ts';

/** Resolves to the first instant after `after` in a column, or to undefined if there is none. */
export async function nextInstant<Table extends keyof Tables & string>(
  db: Db,
  table: Table,
  column: keyof Tables[Table] & string,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`SELECT min(${sql.ref(column)}) AS at
    FROM ${sql.table(table)} WHERE ${sql.ref(column)} > ${after}`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** Resolves to the earliest of some instants, or to undefined if there is none. */
export async function earliest(
  ...instants: readonly Promise<number | undefined>[]
): Promise<number | undefined> {
  const known = (await Promise.all(instants)).filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
