import { sqlite, sqliteCode, sqliteWords } from '@plenum/platform';
import { bridgeFailures } from '../bridge-failures.ts';

/** Converts a SQLite error while the store is opened to one of `bridgeFailures`; returns any other error unchanged. */
export function toOpenFailure(error: unknown, folder: string, file: string): unknown {
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case sqlite.BUSY:
      return bridgeFailures.error('folder-in-use', { folder }, error);
    case sqlite.READONLY:
      return bridgeFailures.error('folder-read-only', { folder }, error);
    case sqlite.FULL:
      return bridgeFailures.error('folder-full', { folder }, error);
    case sqlite.NOTADB:
      return bridgeFailures.error('store-not-ours', { file }, error);
    case sqlite.CORRUPT:
      return bridgeFailures.error('store-damaged', { file, why: sqliteWords(error) }, error);
    default:
      return bridgeFailures.error('folder-unusable', { folder, why: sqliteWords(error) }, error);
  }
}
