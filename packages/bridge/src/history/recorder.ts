import type { DatabaseSync } from 'node:sqlite';
import type { Datagrams } from '@plenum/protocol/component';
import { createSettings } from '../store/settings.ts';
import { createLayouts } from './layouts.ts';
import { packSamples, sampleAt } from './samples.ts';
import { type Reading, readAll } from './series.ts';
import { thin } from './thin.ts';

/** What takes a sample of the installation each minute; instants are ms UTC of the house. */
export interface Recorder {
  /** The instant of the last sample; none is taken at or before it. */
  last(): number;
  /** `more` are readings that stand in no datagram. */
  sample(at: number, datagrams: Datagrams, more?: readonly Reading[]): void;
  /** Whether so many samples wait that they should be written soon. */
  isFull(): boolean;
  /** Writes the samples that are not in the store yet; call within a transaction. */
  write(): void;
  /** Forgets the samples written, once that transaction is done. */
  settle(): void;
}

/** What a reader asks for: some series, from an instant up to another, in steps of so many ms. */
export interface Asked {
  readonly series: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** What was recorded. */
export interface History extends Recorder {
  /** The names of all series. */
  names(): string[];
  /** For each series and step the last value in it, null where there is none; values on the wire's scale. */
  read(asked: Asked): Record<string, (number | null)[]>;
}

type Row = { at: number; layout: number; samples: Uint8Array };

/** Samples that may wait to be written together. */
const fewWaiting = 1_000;
/** Samples that are kept while the store takes none; later ones are lost. */
const maxWaiting = 20_000;
const thinEvery = 6 * 3_600_000;

/** History in the store; the first sample is taken after `from` where there is none yet. */
export const createRecorder = (db: DatabaseSync, from: number): History => {
  const layouts = createLayouts(createSettings(db));
  const insert = db.prepare('INSERT OR REPLACE INTO history (at, layout, samples) VALUES (?, ?, ?)');
  const select = db.prepare(
    'SELECT max(at) AS at, layout, samples FROM history WHERE at >= ? AND at < ? GROUP BY at / ? ORDER BY at',
  );
  const newest = db.prepare('SELECT max(at) AS at FROM history').get() as { at: number | null };
  let last = Math.max(newest.at ?? from, from);
  let thinned = 0;
  let waiting: Row[] = [];
  return {
    last: () => last,
    sample: (at, datagrams, more = []) => {
      last = at;
      if (waiting.length >= maxWaiting) return;
      const readings = [...readAll(datagrams), ...more];
      const layout = layouts.numberOf(readings.map(({ name }) => name));
      waiting.push({ at, layout, samples: packSamples(readings.map(({ value }) => value)) });
    },
    isFull: () => waiting.length >= fewWaiting && waiting.length < maxWaiting,
    write: () => {
      if (waiting.length > 0) layouts.write();
      for (const { at, layout, samples } of waiting) insert.run(at, layout, samples);
      if (last - thinned < thinEvery) return;
      thin(db, last, thinned);
      thinned = last;
    },
    settle: () => {
      waiting = [];
    },
    names: layouts.names,
    read: ({ series, from, to, step }) => {
      const first = Math.floor(from / step);
      const count = Math.ceil(to / step) - first;
      const read = Object.fromEntries(
        series.map((name) => [name, new Array<number | null>(count).fill(null)]),
      );
      const unwritten = waiting.filter(({ at }) => at >= from && at < to);
      for (const { at, layout, samples } of [...(select.all(from, to, step) as Row[]), ...unwritten])
        for (const name of series) {
          const place = layouts.placeOf(layout, name);
          if (place !== -1) read[name]![Math.floor(at / step) - first] = sampleAt(samples, place);
        }
      return read;
    },
  };
};
