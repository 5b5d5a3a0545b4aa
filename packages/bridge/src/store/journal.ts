import type { DatabaseSync } from 'node:sqlite';

/** One acknowledged deed: the simulated instant in ms UTC it was done at, and what it was. */
export interface Entry<Deed> {
  readonly at: number;
  readonly deed: Deed;
}

/**
 * What was done to the house since its last kept state, and that state. Any later state can be made again from them,
 * since the same state, deeds and instants give the same state. Writes belong in a transaction (`transact`).
 */
export interface Journal<State, Deed> {
  append(at: number, deed: Deed): void;
  /** Keeps a state that holds everything appended so far, and forgets what led to it. */
  keep(state: State): void;
  /** The last kept state, undefined before the first. */
  kept(): State | undefined;
  /** What was appended since the last kept state, in its order. */
  since(): Entry<Deed>[];
}

type Row = { at: number; body: string };

export const createJournal = <State, Deed>(db: DatabaseSync): Journal<State, Deed> => {
  const insertEntry = db.prepare('INSERT INTO journal (seq, at, body) VALUES (?, ?, ?)');
  const deleteEntries = db.prepare('DELETE FROM journal WHERE seq <= ?');
  const selectEntries = db.prepare('SELECT at, body FROM journal ORDER BY seq');
  const insertSnapshot = db.prepare('INSERT OR REPLACE INTO snapshot (seq, state) VALUES (?, ?)');
  const deleteSnapshots = db.prepare('DELETE FROM snapshot WHERE seq < ?');
  const selectSnapshot = db.prepare('SELECT state FROM snapshot ORDER BY seq DESC LIMIT 1');
  const { last } = db
    .prepare('SELECT max(seq) AS last FROM (SELECT seq FROM journal UNION ALL SELECT seq FROM snapshot)')
    .get() as { last: number | null };
  // A number whose transaction is rolled back is not used again; the order is all that counts.
  let seq = last ?? 0;
  return {
    append: (at, deed) => void insertEntry.run(++seq, at, JSON.stringify(deed)),
    keep: (state) => {
      insertSnapshot.run(seq, JSON.stringify(state));
      deleteSnapshots.run(seq);
      deleteEntries.run(seq);
    },
    kept: () => {
      const row = selectSnapshot.get() as { state: string } | undefined;
      return row === undefined ? undefined : JSON.parse(row.state);
    },
    since: () =>
      (selectEntries.all() as Row[]).map(({ at, body }) => ({ at, deed: JSON.parse(body) as Deed })),
  };
};
