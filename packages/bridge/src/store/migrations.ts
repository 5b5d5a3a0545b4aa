/** Marks a SQLite file as ours: `Plnm` in ASCII (https://www.sqlite.org/fileformat.html, "application id"). */
export const applicationId = 0x506c6e6d;

/**
 * What brought the store from each schema version to the next. Frozen: a change is a new entry at the end.
 *
 * `setting` holds small facts by name (identity, clock, layouts of history rows). `journal` holds each acknowledged
 * command or override at its simulated instant. `snapshot` is the state the journal goes on from. `history` holds
 * one row of samples per instant, as 32-bit integers in the order of its layout.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE journal (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE snapshot (seq INTEGER PRIMARY KEY, state TEXT NOT NULL) STRICT;
   CREATE TABLE history (at INTEGER PRIMARY KEY, layout INTEGER NOT NULL, samples BLOB NOT NULL) STRICT;`,
];
