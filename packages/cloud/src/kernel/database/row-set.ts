import {
  type InsertQueryBuilder,
  type InsertResult,
  PostgresAdapter,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { Db, Tables } from '../schema/tables.ts';

/** True if the database is PostgreSQL. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Returns the name of the function that selects the greatest of its arguments. */
export const greatest = (db: Db): RawBuilder<unknown> => sql.raw(isPostgres(db) ? 'greatest' : 'max');

/**
 * Returns the condition that a column (or an expression) has one of some values, which are passed as one parameter. The
 * text of the statement does not depend on the number of values, so both databases prepare it only once.
 */
export function isAmong(
  db: Db,
  column: string | RawBuilder<string>,
  values: readonly string[],
): RawBuilder<SqlBool> {
  const value = typeof column === 'string' ? sql.ref(column) : column;
  return isPostgres(db)
    ? sql`${value} = ANY(${values}::TEXT[])`
    : sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** SQL types of the columns of a row set. */
export type RowSetTypes<Row> = { readonly [Name in keyof Row]: 'TEXT' | 'BIGINT' };

/**
 * Returns rows as a table expression with the given columns. Its parameters are a list for each column in PostgreSQL,
 * and one JSON text in SQLite.
 */
export function rowSet<Row extends object>(
  db: Db,
  types: RowSetTypes<Row>,
  rows: readonly Row[],
): RawBuilder<Row> {
  const names = Object.keys(types) as (keyof Row & string)[];
  if (isPostgres(db)) {
    const lists = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(types[name])}[]`);
    const columns = sql.join(names.map((name) => sql.id(name)));
    return sql<Row>`(SELECT * FROM unnest(${sql.join(lists)}) AS r(${columns}))`;
  }
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
  const columns = names.map(
    (name, at) => sql`CAST(value ->> ${sql.lit(at)} AS ${sql.raw(types[name])}) AS ${sql.id(name)}`,
  );
  return sql<Row>`(SELECT ${sql.join(columns)} FROM json_each(${json}))`;
}

/** Rows in one statement, few enough that SQLite does not hold other work up for long. */
const maxRows = 500;

interface InsertedRows<Table extends keyof Tables, Common extends Partial<Selectable<Tables[Table]>>> {
  readonly types: RowSetTypes<Selectable<Tables[Table]>>;
  readonly rows: readonly Omit<Selectable<Tables[Table]>, keyof Common>[];
  /** Columns that have the same value in all rows. */
  readonly common: Common;
  readonly onConflict: Parameters<InsertQueryBuilder<Tables, Table, InsertResult>['onConflict']>[0];
}

/** Inserts rows with the columns of `types`, at most `maxRows` in one statement. */
export async function insertRows<
  Table extends keyof Tables,
  Common extends Partial<Selectable<Tables[Table]>>,
>(db: Db, table: Table, { types, rows, common, onConflict }: InsertedRows<Table, Common>): Promise<void> {
  const all = Object.entries(types) as [string, RowSetTypes<unknown>[never]][];
  const rowTypes = Object.fromEntries(all.filter(([name]) => !(name in common)));
  const values = all.map(([name, type]) =>
    name in common
      ? sql`CAST(${common[name as keyof Common]} AS ${sql.raw(type)})`
      : sql`inserted.${sql.id(name)}`,
  );
  for (let from = 0; from < rows.length; from += maxRows) {
    // The types of the columns were filtered by name, which the type of a table cannot express.
    const inserted = rowSet(db, rowTypes as never, rows.slice(from, from + maxRows));
    await db
      .insertInto(table)
      // As above: all names are columns of the table.
      .columns(all.map(([name]) => name) as never)
      // Without the condition SQLite would read ON CONFLICT as a part of the join (https://www.sqlite.org/lang_upsert.html, 2.2).
      .expression(sql`SELECT ${sql.join(values)} FROM ${inserted} AS inserted WHERE true`)
      .onConflict(onConflict)
      .execute();
  }
}
