/**
 * One step of the schema. Its statements are frozen once released: a change is a new step. Comments and layout may change.
 *
 * The SQL is the same for SQLite and PostgreSQL, so its types are TEXT, INTEGER and BIGINT only. Times are BIGINT, milliseconds
 * since 1970 UTC; flags are INTEGER 0 or 1; JSON is TEXT; ids are TEXT.
 */
export interface Migration {
  /** Its place, from 1. */
  readonly number: number;
  readonly name: string;
  /** Statements that end with semicolons, with comments after `--`. No text in them contains either. */
  readonly sql: string;
}

/** The statements of a step, without comments, each on one line. */
export const statementsOf = ({ sql }: Pick<Migration, 'sql'>): readonly string[] =>
  sql
    .replace(/--.*/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
