/**
 * One step of the schema. Its statements are frozen once released, so a change needs a new step. Comments and layout
 * may change.
 *
 * The SQL is the same for SQLite and PostgreSQL, so its only types are TEXT, INTEGER and BIGINT. Times are BIGINT,
 * milliseconds since 1970 UTC; flags are INTEGER 0 or 1; JSON and ids are TEXT.
 */
export interface Migration {
  /** Position of the step, from 1. */
  readonly number: number;
  readonly name: string;
  /**
   * The oldest release that can use a store with this step (decisions/039). A step that only adds repeats the release of the
   * step before it. A step that takes something away names the release that stopped using it.
   */
  readonly usableFrom: string;
  /**
   * Statements that end with semicolons, and comments that begin with `--`. Text within the statements may contain
   * neither.
   */
  readonly sql: string;
}

/** Returns the statements of a step, without comments, each on one line. */
export const statementsOf = ({ sql }: Pick<Migration, 'sql'>): readonly string[] =>
  sql
    .replace(/--.*/g, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
