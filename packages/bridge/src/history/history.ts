import type { DatabaseSync } from 'node:sqlite';
import type { Datagrams } from '@plenum/protocol/component';
import { historyDays } from '@plenum/protocol/extension';
import type { SetException } from '@plenum/protocol/schedule';
import { createEvents, type Events } from './events.ts';
import { createPurge } from './purge.ts';
import { day, retention } from './retention.ts';
import { openSampleRecord, type SampleRecord as Record } from './sample-record.ts';
import { createReader, type SeriesReading } from './series.ts';
import { createSqliteRows } from './sqlite-rows.ts';

export type { HistoryRequest } from './view.ts';

/** The data about a house in addition to its datagrams. */
interface Further {
  readonly readings: readonly SeriesReading[];
  /** The dates on which its favourites differ from the weekly pattern. */
  readonly exceptions: readonly SetException[];
}

/** Called with each sample; `outdoor` is the temperature outdoors in hundredths of a degree, if it is recorded. */
export type SampleListener = (sample: {
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly outdoor: number | undefined;
}) => void;

const nothingFurther: Further = { readings: [], exceptions: [] };

/** The record of a house; times are in ms UTC of the house. */
export interface History extends Omit<Record, 'add'> {
  /** The events, in addition to the measurements. */
  readonly events: Omit<Events, 'write' | 'forgetWritten'>;
  sample(at: number, datagrams: Datagrams, further?: Further): void;
  /** Calls the listener with each sample, until the returned function is called. */
  followSamples(listener: SampleListener): () => void;
}

export type Recorder = Pick<History, 'last' | 'sample' | 'isFull' | 'write' | 'forgetWritten' | 'events'>;

interface HistorySettings {
  /** IANA name of the time zone of the house; undefined if it is not known. */
  readonly timeZone?: string | undefined;
  /** Days after which the history is deleted, within the limits of `historyDays`; the most by default. */
  readonly days?: number | undefined;
  /** Longest time from the first sight of a command's effect until the command is recorded, in ms; 0 by default. */
  readonly commandDelay?: number | undefined;
}

/** Opens the history of a store; in an empty one the first sample is taken after `from`. */
export function openHistory(
  db: DatabaseSync,
  from: number,
  { timeZone, days = historyDays.most, commandDelay }: HistorySettings = {},
): History {
  const { add, write, forgetWritten, ...others } = openSampleRecord(createSqliteRows(db), from, retention);
  const purge = createPurge(db);
  const read = createReader();
  const events = createEvents(db, { timeZone, lastSample: others.last(), commandDelay });
  const listeners = new Set<SampleListener>();
  return {
    ...others,
    events,
    sample: (at, datagrams, { readings, exceptions } = nothingFurther) => {
      add(at, read(datagrams).concat(readings));
      events.see(at, datagrams, exceptions);
      if (listeners.size === 0) return;
      const outdoor = readings.find(({ name }) => name === 'weather.Temperature')?.value;
      for (const listener of listeners) listener({ at, datagrams, outdoor });
    },
    followSamples: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write: () => {
      write();
      events.write();
      purge(others.last() - days * day);
    },
    forgetWritten: () => {
      forgetWritten();
      events.forgetWritten();
    },
  };
}
