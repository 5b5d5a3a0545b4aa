import { sqlite, sqliteCode, sqliteWords } from '@plenum/machine';
import { BridgeFailure } from '../failure/failure.ts';

/** An error of opening the store as a sentence; an error that is not of SQLite as it is. */
export const toOpenFailure = (error: unknown, folder: string, file: string): unknown => {
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case sqlite.BUSY:
      return new BridgeFailure('folder-in-use', { folder }, error);
    case sqlite.READONLY:
      return new BridgeFailure('folder-read-only', { folder }, error);
    case sqlite.FULL:
      return new BridgeFailure('folder-full', { folder }, error);
    case sqlite.NOTADB:
      return new BridgeFailure('store-not-ours', { file }, error);
    case sqlite.CORRUPT:
      return new BridgeFailure('store-damaged', { file, why: sqliteWords(error) }, error);
    default:
      return new BridgeFailure('folder-unusable', { folder, why: sqliteWords(error) }, error);
  }
};
