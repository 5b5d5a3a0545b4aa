import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from './data-folder.ts';

/** A disk that can be filled. */
export interface Disk extends Disposable {
  readonly path: string;
  /** The reason why it cannot be filled; `undefined` if it can. */
  readonly missing: string | undefined;
  /** Fills it, if it can be filled. */
  fill(): void;
  /** Removes what `fill` has written. */
  empty(): void;
}

/** Size of the disk. PostgreSQL begins with about 50 MB, and keeps about 128 MB of its log (`max_wal_size`). */
const size = '768m';
/** Number of bytes that remain free, because a file needs some for itself. */
const remaining = 256 * 1_024;

const run = (program: string, words: readonly string[]) => execFileSync(program, words, { stdio: 'pipe' });

/** Mounts a disk of limited size in memory (tmpfs); an ordinary folder that cannot be filled, if that is not allowed. */
export function openDisk(): Disk {
  const folder = createDataFolder();
  const { path } = folder;
  let missing: string | undefined;
  try {
    run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'soak', path]);
  } catch (error) {
    const { stderr = error } = error as { readonly stderr?: unknown };
    missing = `a separate disk cannot be mounted: ${String(stderr).trim()}`;
  }
  const release = () => {
    if (missing === undefined) run('umount', ['--lazy', path]);
    folder[Symbol.dispose]();
  };
  // The disk must not remain mounted if a signal ends the process, nor be in the way of other listeners.
  process.prependOnceListener('exit', release);
  const ballast = join(path, 'ballast');
  return {
    path,
    missing,
    fill: () => {
      if (missing !== undefined) return;
      const { bavail, bsize } = statfsSync(path);
      run('fallocate', ['--length', String(bavail * bsize - remaining), ballast]);
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      process.off('exit', release);
      release();
    },
  };
}
