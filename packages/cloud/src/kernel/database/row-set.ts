import { PostgresAdapter, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../schema/tables.ts';

const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Returns a list of values for `column IN ...`, as one JSON parameter. The text of the statement does not depend on the
 * number of values, so both databases prepare it only once.
 */
export const valueSet = (db: Db, values: readonly string[]): RawBuilder<string> => {
  const json = JSON.stringify(values);
  return isPostgres(db)
    ? sql`(SELECT json_array_elements_text(${json}::json))`
    : sql`(SELECT value FROM json_each(${json}))`;
};

/** SQL types of the columns of a row set. */
export type RowSetTypes<Row> = { readonly [Name in keyof Row]: 'TEXT' | 'BIGINT' };

/** Returns rows as a table expression with the given columns, as one JSON parameter like in `valueSet`. */
export const rowSet = <Row extends object>(
  db: Db,
  types: RowSetTypes<Row>,
  rows: readonly Row[],
): RawBuilder<Row> => {
  const names = Object.keys(types) as (keyof Row & string)[];
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
  const elements = sql.raw(isPostgres(db) ? 'json_array_elements' : 'json_each');
  const columns = names.map(
    (name, at) => sql`CAST(value ->> ${sql.lit(at)} AS ${sql.raw(types[name])}) AS ${sql.id(name)}`,
  );
  const parameter = isPostgres(db) ? sql`${json}::json` : sql`${json}`;
  return sql<Row>`(SELECT ${sql.join(columns)} FROM ${elements}(${parameter}))`;
};

/** Inserts rows with the given columns, by one statement. */
export const insertRows = <Table extends keyof Tables>(
  db: Db,
  table: Table,
  {
    types,
    rows,
  }: {
    readonly types: RowSetTypes<Selectable<Tables[Table]>>;
    readonly rows: readonly Selectable<Tables[Table]>[];
  },
) =>
  db
    .insertInto(table)
    .columns(Object.keys(types) as never)
    // Without the condition SQLite would read ON CONFLICT as a part of the join (https://www.sqlite.org/lang_upsert.html, 2.2).
    .expression(sql`SELECT * FROM ${rowSet(db, types, rows)} AS inserted WHERE true`);
