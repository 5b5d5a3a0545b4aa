import type { DatabaseSync } from 'node:sqlite';

/**
 * Maximum number of rows that one purge deletes from each table. Requests wait while rows are deleted, so years of
 * history are deleted in many short transactions. A minute of history is far less than this.
 */
export const purgeSlice = 500;

/** The tables with rows to delete, and the key of each. Samples are not among them: they become blocks within days. */
const tables = { history_block: 'at', energy: 'at', history_event: 'seq' };

/**
 * Creates a function that deletes the oldest rows of a history that are older than a time in ms UTC. Call it within a
 * transaction. SQLite stores later rows in the freed pages; the file does not become smaller.
 */
export function createPurge(db: DatabaseSync): (before: number) => void {
  const deletions = Object.entries(tables).map(([table, key]) =>
    db.prepare(
      `DELETE FROM ${table} WHERE ${key} IN
         (SELECT ${key} FROM ${table} WHERE at < ? ORDER BY at LIMIT ${purgeSlice})`,
    ),
  );
  return (before) => {
    for (const each of deletions) each.run(before);
  };
}
