import { packBlock, type Summary, sampleAt, summaryAt } from './encode.ts';
import type { Layouts } from './layouts.ts';
import type { HistoryRows, SampleRow } from './rows.ts';
import { isState } from './series.ts';

const minute = 60_000;
/** A day in ms. */
export const day = 24 * 60 * minute;

/** The detail in which a record is stored, by age; all in ms. */
export interface Retention {
  /** A reading holds until the next one, or for a minute if the next one comes later than this. */
  readonly maxHold: number;
  /** Beyond each age there is one block per step. The first step is also the interval of the energy counters. */
  readonly tiers: readonly [Tier, Tier];
}

interface Tier {
  readonly beyond: number;
  readonly every: number;
}

export const retention: Retention = {
  maxHold: 5 * minute,
  tiers: [
    { beyond: 2 * day, every: 15 * minute },
    { beyond: 60 * day, every: 120 * minute },
  ],
};

/**
 * The limits up to which a record is thinned, in ms UTC: to blocks of the second tier before `thinnedTo`, and to blocks
 * of the first tier from there until `blocksTo`.
 */
export interface Thinned {
  readonly blocksTo: number;
  readonly thinnedTo: number;
}

const key = 'thinned';

export const readThinned = ({ settings }: HistoryRows): Thinned =>
  (settings.read(key) as Thinned | undefined) ?? { blocksTo: 0, thinnedTo: 0 };

/** Returns the last multiple of a step at or before a time. */
export const floorTo = (at: number, every: number): number => Math.floor(at / every) * every;

/** Returns the time until which a sample holds: the time of the next one, or a minute later if a gap follows. */
export const holdsUntil = (at: number, next: number | undefined, maxHold: number): number =>
  next !== undefined && next - at <= maxHold ? next : at + minute;

/** Adds up the known values of some series within one block. */
const createBlock = () => {
  const all = new Map<string, { sum: number; min: number; max: number; seconds: number; last: number }>();
  return {
    add: (name: string, { value, min, max, seconds }: Summary) => {
      const before = all.get(name);
      if (before === undefined) {
        all.set(name, { sum: value * seconds, min, max, seconds, last: value });
        return;
      }
      before.sum += value * seconds;
      before.min = Math.min(before.min, min);
      before.max = Math.max(before.max, max);
      before.seconds += seconds;
      before.last = value;
    },
    summaries: (names: readonly string[]): Summary[] =>
      names.map((name) => {
        const known = all.get(name);
        if (known === undefined) return { value: 0, min: 0, max: 0, seconds: 0 };
        const { sum, min, max, seconds, last } = known;
        return { value: isState(name) ? last : sum / seconds, min, max, seconds };
      }),
  };
};

interface Thinning {
  readonly rows: HistoryRows;
  readonly layouts: Layouts;
}

interface Block {
  readonly at: number;
  readonly names: Set<string>;
  layout: number;
  readonly sums: ReturnType<typeof createBlock>;
}

/**
 * Collects summaries, which must come in order of time. Writes each block when the next one begins, so that only one is
 * in memory.
 */
const createBlocks = ({ rows, layouts }: Thinning, every: number) => {
  let block: Block | undefined;
  const write = () => {
    if (block === undefined) return;
    const all = [...block.names];
    const body = packBlock(block.sums.summaries(all));
    rows.addBlock({ at: block.at, every, layout: layouts.numberOf(all), body });
    block = undefined;
  };
  return {
    at: (at: number, layout: number) => {
      const start = floorTo(at, every);
      if (block?.at !== start) {
        write();
        block = { at: start, names: new Set(layouts.namesOf(layout)), layout, sums: createBlock() };
      } else if (block.layout !== layout) {
        for (const name of layouts.namesOf(layout)) block.names.add(name);
        block.layout = layout;
      }
      return block.sums;
    },
    /** Writes the last block. */
    write,
  };
};

/** Number of blocks whose samples are in memory at the same time. */
const blocksAtOnce = 8;

interface SamplesToFold {
  readonly samples: readonly SampleRow[];
  readonly from: number;
  readonly to: number;
  readonly every: number;
  readonly maxHold: number;
}

/** Writes the samples of a range as blocks; a sample that holds across the edge of two blocks is in both. */
const foldSamples = (thinning: Thinning, { samples, from, to, every, maxHold }: SamplesToFold): void => {
  const blocks = createBlocks(thinning, every);
  for (const [place, { at, layout, samples: bytes }] of samples.entries()) {
    const end = Math.min(to, holdsUntil(at, samples[place + 1]?.at, maxHold));
    const names = thinning.layouts.namesOf(layout);
    for (let start = Math.max(from, at); start < end; ) {
      const until = Math.min(end, floorTo(start, every) + every);
      const block = blocks.at(start, layout);
      const seconds = (until - start) / 1_000;
      for (let index = 0; index < names.length; index++) {
        const value = sampleAt(bytes, index);
        if (value !== null) block.add(names[index]!, { value, min: value, max: value, seconds });
      }
      start = until;
    }
  }
  blocks.write();
};

/** Deletes the samples before a time, except one that still holds after it. `samples` are those around the time. */
const deleteFolded = (
  rows: HistoryRows,
  samples: readonly SampleRow[],
  to: number,
  maxHold: number,
): void => {
  const last = samples.findLastIndex(({ at }) => at < to);
  const holds = last !== -1 && holdsUntil(samples[last]!.at, samples[last + 1]?.at, maxHold) > to;
  rows.deleteSamples(0, holds ? samples[last]!.at : to);
};

/** Joins the blocks of a range to longer ones. */
const joinBlocks = (
  thinning: Thinning,
  { from, to, every }: { from: number; to: number; every: number },
): void => {
  const before = thinning.rows.blocks(from, to);
  thinning.rows.deleteBlocks(from, to);
  const blocks = createBlocks(thinning, every);
  for (const { at, layout, body } of before)
    for (const [index, name] of thinning.layouts.namesOf(layout).entries()) {
      const summary = summaryAt(body, index);
      const block = blocks.at(at, layout);
      if (summary !== undefined) block.add(name, summary);
    }
  blocks.write();
};

/**
 * Thins a record to the retained detail at a time of the house: samples become blocks with their mean, minimum and
 * maximum, and blocks become longer ones. Energy counters are not thinned. Call within a transaction.
 */
export function thin(thinning: Thinning, now: number, { maxHold, tiers }: Retention): void {
  const { rows } = thinning;
  const [first, second] = tiers;
  const before = readThinned(rows);
  const blocksTo = Math.max(before.blocksTo, floorTo(now - first.beyond, first.every));
  const thinnedTo = Math.max(before.thinnedTo, floorTo(now - second.beyond, second.every));
  if (blocksTo > before.blocksTo) {
    const { every } = first;
    let from = Math.max(before.blocksTo, floorTo(rows.oldest() ?? blocksTo, every));
    while (from < blocksTo) {
      const to = Math.min(from + blocksAtOnce * every, blocksTo);
      const samples = rows.samples(from - maxHold, to + maxHold);
      foldSamples(thinning, { samples, from, to, every, maxHold });
      from = to;
    }
    deleteFolded(rows, rows.samples(blocksTo - maxHold, blocksTo + maxHold), blocksTo, maxHold);
  }
  if (thinnedTo > before.thinnedTo)
    joinBlocks(thinning, { from: before.thinnedTo, to: thinnedTo, every: second.every });
  rows.settings.write(key, { blocksTo, thinnedTo } satisfies Thinned);
}
