import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createSettings } from '../store/settings.ts';
import type { BlockRow, CounterRow, HistoryRows, SampleRow } from './rows.ts';

/** Returns the function that reads the rows of a statement from one time to another. */
const rowsOf =
  <Row>(statement: StatementSync) =>
  (from: number, to: number) =>
    // The columns of the statement are the members of a row.
    statement.all(from, to) as unknown as Row[];

/** Creates a record in the store of a bridge. Write within a transaction. */
export function createSqliteRows(db: DatabaseSync): HistoryRows {
  const samples = db.prepare('SELECT at, layout, samples FROM history WHERE at >= ? AND at < ? ORDER BY at');
  const newest = db.prepare('SELECT max(at) AS at FROM history');
  const oldest = db.prepare(
    'SELECT coalesce((SELECT min(at) FROM history_block), (SELECT min(at) FROM history)) AS at',
  );
  const blocks = db.prepare(
    'SELECT at, every, layout, body FROM history_block WHERE at >= ? AND at < ? ORDER BY at',
  );
  const before = db.prepare('SELECT at, layout, totals FROM energy WHERE at <= ? ORDER BY at DESC LIMIT 1');
  const after = db.prepare('SELECT at, layout, totals FROM energy WHERE at > ? ORDER BY at LIMIT 1');
  // Node 24.7 binds an array that has no memory as NULL, as in a record without counters.
  const addSample = db.prepare(
    "INSERT OR REPLACE INTO history (at, layout, samples) VALUES (?, ?, coalesce(?, x''))",
  );
  const addBlock = db.prepare(
    "INSERT OR REPLACE INTO history_block (at, every, layout, body) VALUES (?, ?, ?, coalesce(?, x''))",
  );
  const addCounters = db.prepare(
    "INSERT OR REPLACE INTO energy (at, layout, totals) VALUES (?, ?, coalesce(?, x''))",
  );
  const deleteSamples = db.prepare('DELETE FROM history WHERE at >= ? AND at < ?');
  const deleteBlocks = db.prepare('DELETE FROM history_block WHERE at >= ? AND at < ?');
  return {
    settings: createSettings(db),
    samples: rowsOf<SampleRow>(samples),
    newest: () => (newest.get() as { at: number | null }).at ?? undefined,
    oldest: () => (oldest.get() as { at: number | null }).at ?? undefined,
    blocks: rowsOf<BlockRow>(blocks),
    countersBefore: (at) => before.get(at) as CounterRow | undefined,
    countersAfter: (at) => after.get(at) as CounterRow | undefined,
    addSample: (row) => void addSample.run(row.at, row.layout, row.samples),
    addBlock: (row) => void addBlock.run(row.at, row.every, row.layout, row.body),
    addCounters: (row) => void addCounters.run(row.at, row.layout, row.totals),
    deleteSamples: (from, to) => void deleteSamples.run(from, to),
    deleteBlocks: (from, to) => void deleteBlocks.run(from, to),
  };
}
