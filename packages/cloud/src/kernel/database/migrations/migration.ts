/**
 * One step of the schema. Frozen once released: a change is a new step.
 *
 * The SQL runs on SQLite and on PostgreSQL as it stands: TEXT, INTEGER and BIGINT only. Times are BIGINT, milliseconds
 * since 1970 UTC; flags are INTEGER 0 or 1; JSON is TEXT; ids are TEXT.
 */
export interface Migration {
  /** Its place, from 1. */
  readonly number: number;
  readonly name: string;
  readonly sql: readonly string[];
}
