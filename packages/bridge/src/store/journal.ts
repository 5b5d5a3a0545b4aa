import type { DatabaseSync } from 'node:sqlite';
import type { Result } from '@plenum/protocol/refusal';

/** An acknowledged operation, with the simulated time (ms UTC) at which it was done. */
export interface JournalEntry<Operation> {
  readonly at: number;
  readonly operation: Operation;
}

/**
 * The last snapshot of a house, and the operations since then. The same state, operations and times give the same
 * state, so the current one can be computed from them (decisions/002). Write within a transaction (`transact`).
 */
export interface Journal<State, Operation> {
  append(at: number, operation: Operation): void;
  /** Replaces the snapshot with a state that includes all appended operations, and clears the journal. */
  saveSnapshot(state: State): void;
  /** Deletes the snapshot from the store, once the store has been copied with it. */
  dropSnapshot(): void;
  /** Returns the last snapshot; undefined if there is none. */
  snapshot(): State | undefined;
  /** Returns the operations appended since the snapshot, in order. */
  entries(): JournalEntry<Operation>[];
}

/** A second place for the journal of a house whose own store may be lost, such as one in memory. */
export interface JournalCopy<Operation> {
  /** Begins to write entries. Call once they are in the store of the house. */
  append(entries: readonly JournalEntry<Operation>[]): void;
  /** Resolves when all entries so far are durable, or to the reason why one is not. */
  written(): Promise<Result<undefined>>;
}

type Row = { at: number; body: string };

export function createJournal<State, Operation>(db: DatabaseSync): Journal<State, Operation> {
  const insertEntry = db.prepare('INSERT INTO journal (seq, at, body) VALUES (?, ?, ?)');
  const deleteEntries = db.prepare('DELETE FROM journal WHERE seq <= ?');
  const selectEntries = db.prepare('SELECT at, body FROM journal ORDER BY seq');
  const insertSnapshot = db.prepare("INSERT INTO snapshot (seq, state) SELECT ?1, ?2 WHERE ?2 <> ''");
  const deleteSnapshots = db.prepare('DELETE FROM snapshot');
  const selectSnapshot = db.prepare('SELECT state FROM snapshot ORDER BY seq DESC LIMIT 1');
  const { last } = db
    .prepare('SELECT max(seq) AS last FROM (SELECT seq FROM journal UNION ALL SELECT seq FROM snapshot)')
    .get() as { last: number | null };
  // The number of a rolled-back operation is not used again; only the order matters.
  let seq = last ?? 0;
  return {
    append: (at, operation) => void insertEntry.run(++seq, at, JSON.stringify(operation)),
    saveSnapshot: (state) => {
      // Deleted first, so that the new one takes its pages.
      deleteSnapshots.run();
      insertSnapshot.run(seq, JSON.stringify(state));
      // A statement holds its parameters until it runs again, and a snapshot is a fifth of the memory of a house.
      insertSnapshot.run(seq, '');
      deleteEntries.run(seq);
    },
    dropSnapshot: () => void deleteSnapshots.run(),
    snapshot: () => {
      const row = selectSnapshot.get() as { state: string } | undefined;
      return row === undefined ? undefined : JSON.parse(row.state);
    },
    entries: () =>
      (selectEntries.all() as Row[]).map(({ at, body }) => ({
        at,
        operation: JSON.parse(body) as Operation,
      })),
  };
}
