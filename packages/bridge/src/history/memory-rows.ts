import type { Settings } from '../store/settings.ts';
import type { BlockRow, CounterRow, HistoryRows, SampleRow } from './rows.ts';

interface Row {
  readonly at: number;
}

/** Returns the position of the first row at or after a time. */
const positionOf = (rows: readonly Row[], at: number): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const insert = <R extends Row>(rows: R[], row: R): void => {
  const position = positionOf(rows, row.at);
  rows.splice(position, rows[position]?.at === row.at ? 1 : 0, row);
};

const between = <R extends Row>(rows: readonly R[], from: number, to: number): R[] =>
  rows.slice(positionOf(rows, from), positionOf(rows, to));

const remove = (rows: Row[], from: number, to: number): void => {
  const position = positionOf(rows, from);
  rows.splice(position, positionOf(rows, to) - position);
};

interface MemoryRows extends HistoryRows {
  deleteAll(): void;
}

/** Creates a record in memory, for rows not yet written and for tests. */
export function createMemoryRows(settings: Settings): MemoryRows {
  const samples: SampleRow[] = [];
  const blocks: BlockRow[] = [];
  const counters: CounterRow[] = [];
  return {
    settings,
    samples: (from, to) => between(samples, from, to),
    newest: () => samples.at(-1)?.at,
    oldest: () => blocks[0]?.at ?? samples[0]?.at,
    blocks: (from, to) => between(blocks, from, to),
    countersBefore: (at) => counters[positionOf(counters, at + 1) - 1],
    countersAfter: (at) => counters[positionOf(counters, at + 1)],
    addSample: (row) => insert(samples, row),
    addBlock: (row) => insert(blocks, row),
    addCounters: (row) => insert(counters, row),
    deleteSamples: (from, to) => remove(samples, from, to),
    deleteBlocks: (from, to) => remove(blocks, from, to),
    deleteAll: () => {
      for (const each of [samples, blocks, counters]) each.length = 0;
    },
  };
}
