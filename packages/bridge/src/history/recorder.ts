import type { DatabaseSync } from 'node:sqlite';
import type { Datagrams } from '@plenum/protocol/component';
import { createSettings } from '../store/settings.ts';
import { createLayouts } from './layouts.ts';
import { applyRetention } from './retention.ts';
import { type Reading, readAll } from './series.ts';

/** Takes samples of an installation; instants are ms UTC of the house. */
export interface Recorder {
  /** The instant of the last sample; earlier ones are not taken. */
  last(): number;
  /** `further` are readings that are in no datagram. */
  sample(at: number, datagrams: Datagrams, further?: readonly Reading[]): void;
  /** Whether so many samples wait that they should be written soon. */
  isFull(): boolean;
  /** Writes the waiting samples; call within a transaction. */
  write(): void;
  /** Drops the waiting samples, once that transaction is done. */
  forgetWritten(): void;
}

/** Some series, from an instant (inclusive) to another (exclusive), in steps of so many ms. */
export interface HistoryRequest {
  readonly series: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The recorded samples. */
export interface History extends Recorder {
  /** The names of all series. */
  names(): string[];
  /** For each series and step the last value in it, null where there is none; values on the scale of the wire. */
  read(request: HistoryRequest): Record<string, (number | null)[]>;
}

type Row = { at: number; layout: number; samples: Uint8Array };

/** Samples after which `isFull`. */
const writeAfter = 1_000;
/** Samples that wait while the store cannot be written; later ones are lost. */
const maxWaiting = 20_000;
const retentionEvery = 6 * 3_600_000;

/** In place of a value that is missing. */
const missing = -0x8000_0000;

/** Values as 32-bit little-endian integers. */
const packSamples = (values: readonly (number | undefined)[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < values.length; index++)
    view.setInt32(index * 4, values[index] ?? missing, true);
  return bytes;
};

/** The value at a position, null where it is missing. */
const sampleAt = (bytes: Uint8Array, index: number): number | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = view.getInt32(index * 4, true);
  return value === missing ? null : value;
};

/** The history of a store; in an empty one the first sample is taken after `from`. */
export const createRecorder = (db: DatabaseSync, from: number): History => {
  const layouts = createLayouts(createSettings(db));
  const insert = db.prepare('INSERT OR REPLACE INTO history (at, layout, samples) VALUES (?, ?, ?)');
  const select = db.prepare(
    'SELECT max(at) AS at, layout, samples FROM history WHERE at >= ? AND at < ? GROUP BY at / ? ORDER BY at',
  );
  const newest = db.prepare('SELECT max(at) AS at FROM history').get() as { at: number | null };
  let last = Math.max(newest.at ?? from, from);
  let retainedAt = 0;
  let waiting: Row[] = [];
  return {
    last: () => last,
    sample: (at, datagrams, further = []) => {
      last = at;
      if (waiting.length >= maxWaiting) return;
      const readings = [...readAll(datagrams), ...further];
      const layout = layouts.numberOf(readings.map(({ name }) => name));
      waiting.push({ at, layout, samples: packSamples(readings.map(({ value }) => value)) });
    },
    isFull: () => waiting.length >= writeAfter && waiting.length < maxWaiting,
    write: () => {
      if (waiting.length > 0) layouts.write();
      for (const { at, layout, samples } of waiting) insert.run(at, layout, samples);
      if (last - retainedAt < retentionEvery) return;
      applyRetention(db, last, retainedAt);
      retainedAt = last;
    },
    forgetWritten: () => {
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
          const index = layouts.indexOf(layout, name);
          if (index !== -1) read[name]![Math.floor(at / step) - first] = sampleAt(samples, index);
        }
      return read;
    },
  };
};
