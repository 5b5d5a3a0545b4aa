import type { DatabaseSync } from 'node:sqlite';
import type { Datagrams } from '@plenum/protocol/component';
import { writeAll } from '../store/transact.ts';
import { openRecord, type History as Record } from './record.ts';
import { retention } from './retention.ts';
import { type Reading, readAll, readPower } from './series.ts';
import { createSqliteRows } from './sqlite-rows.ts';

export type { HistoryRequest } from './view.ts';

/** The record of an installation; instants are ms UTC of the house. */
export interface History extends Omit<Record, 'add'> {
  /** Takes a sample; `further` are readings that are in no datagram. */
  sample(at: number, datagrams: Datagrams, further?: readonly Reading[]): void;
}

/** Takes samples of an installation. */
export type Recorder = Pick<History, 'last' | 'sample' | 'isFull' | 'write' | 'forgetWritten'>;

const readRecorded = (datagrams: Datagrams, further: readonly Reading[]): Reading[] => [
  ...readAll(datagrams),
  ...readPower(datagrams),
  ...further,
];

/** The history of a store; in an empty one the first sample is taken after `from`. */
export const createRecorder = (db: DatabaseSync, from: number): History => {
  let record: Record | undefined;
  writeAll(db, () => {
    record = openRecord(createSqliteRows(db), from, retention);
  });
  const { add, ...others } = record!;
  return { ...others, sample: (at, datagrams, further = []) => add(at, readRecorded(datagrams, further)) };
};
