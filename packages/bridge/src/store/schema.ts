/**
 * Marks a SQLite file as a store of Plenum: `Plnm` in ASCII (https://www.sqlite.org/fileformat.html, "application id").
 */
export const applicationId = 0x506c6e6d;

/** A database schema with its migrations. */
export interface Schema {
  /** The schema number of 0.1.0; lower numbers belong to builds before it. */
  readonly first: number;
  /** The SQL that creates it. */
  readonly tables: string;
  /** The SQL that migrates from each later number to the next. Never edited: a change is a new entry at the end. */
  readonly migrations: readonly string[];
}

/** Returns the number of the latest schema. */
export const latestOf = ({ first, migrations }: Schema): number => first + migrations.length;

/**
 * The schema of the store of a bridge. `setting` has small values by name (identity, clock, layouts of history rows).
 * `journal` has the acknowledged commands and overrides with their simulated times. `snapshot` is the state from which
 * the journal continues. `history` has one row of samples for each time, as 32-bit integers in the order of its layout.
 * `history_block` has the blocks to which older samples were thinned. `energy` has the energy counters at each quarter
 * of an hour. `history_event` has the events as JSON; `what` is the kind of event, and the number of events of each
 * kind is limited.
 */
export const bridgeSchema: Schema = {
  first: 5,
  tables: `
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
    CREATE TABLE snapshot (seq INTEGER PRIMARY KEY, state TEXT NOT NULL) STRICT;
    CREATE TABLE history (at INTEGER PRIMARY KEY, layout INTEGER NOT NULL, samples BLOB NOT NULL) STRICT;
    CREATE TABLE history_block (at INTEGER PRIMARY KEY, every INTEGER NOT NULL, layout INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE TABLE energy (at INTEGER PRIMARY KEY, layout INTEGER NOT NULL, totals BLOB NOT NULL) STRICT;
    CREATE TABLE history_event (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, body TEXT NOT NULL) STRICT;
    CREATE INDEX history_event_at ON history_event (at);`,
  migrations: [],
};
