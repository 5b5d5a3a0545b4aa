import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a database file to read it. If no process uses it, SQLite would create a log and a file of shared memory next to
 * it; a database without a log is therefore opened as immutable (https://www.sqlite.org/uri.html). Otherwise SQLite may
 * create the file of shared memory.
 */
export function openToRead(file: string, { timeout = 0 } = {}): DatabaseSync {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout });
}
