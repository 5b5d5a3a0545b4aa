import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';

/**
 * A program that checks the store named by its first argument. It prints the reason if the store is damaged, or else
 * nothing.
 */
const program = `
const { DatabaseSync } = require('node:sqlite');
try {
  const db = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 5000 });
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get();
  if (found !== 'ok') console.log(found);
} catch (error) {
  if ((error.errcode & 0xff) === 11) console.log(error.errstr);
}`;

/**
 * Checks a store for damage (https://www.sqlite.org/pragma.html#pragma_quick_check), in a separate process because that
 * reads the whole store. `found` is called with each finding. Returns a function that stops the check.
 */
export function checkStore(store: string, found: (why: string) => void): () => void {
  const child = execFile(process.execPath, ['--no-warnings', '-e', program, store], (_, output) => {
    const why = output.trim().replace(/\s+/g, ' ');
    if (why !== '') found(why);
  });
  return () => void child.kill('SIGKILL');
}

/** True if the previous process ended without closing the store, in which case its write-ahead log is still there. */
export const endedUncleanly = (store: string): boolean =>
  (statSync(`${store}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
