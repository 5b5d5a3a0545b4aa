import { BridgeError } from '@plenum/client/bridge-error';
import { PlenumError } from '@plenum/protocol/error';
import { toPlainText } from '@plenum/protocol/text';
import { CommanderError } from 'commander';
import { isCommandError } from './failure.ts';
import type { Io } from './io/io.ts';
import { createProgram } from './program.ts';

/** Refusal codes that mean wrong usage of the command line, regardless of the state of the house. */
const usageCodes = new Set([
  'unknown-command',
  'unknown-key',
  'missing-key',
  'twice-named',
  'unknown-intervention',
]);

const isWrongUsage = ({ code, refusal }: BridgeError) =>
  code === 'invalid' && (refusal === undefined || usageCodes.has(refusal.code));

/** Readable messages for operating system errors (https://man7.org/linux/man-pages/man3/errno.3.html). */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
};

interface Named {
  /** Destination of a copy. */
  readonly dest: string;
  /** Set by `node:sqlite`. */
  readonly errcode: number;
}

/** Describes an operating system error about a file or folder; undefined for any other error. */
const toSystemSentence = (error: unknown): string | undefined => {
  const { code, path, dest, errcode } = (error ?? {}) as NodeJS.ErrnoException & Partial<Named>;
  // SQLITE_FULL (https://www.sqlite.org/rescode.html).
  if (code === 'ERR_SQLITE_ERROR' && errcode === 13) return 'The disk is full.';
  if (typeof code !== 'string' || typeof path !== 'string') return undefined;
  const why = systemReasons[code];
  return why === undefined ? undefined : `${dest ?? path} cannot be used: ${why} (${code}).`;
};

/** Converts any error to a sentence and an exit code: 1 refused or failed, 2 wrong usage. */
const toExitCode = (error: unknown, io: Io): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2;
  if (io.signal.aborted && error instanceof BridgeError && error.code === 'closed') return 1;
  const refused = toSystemSentence(error);
  if (refused !== undefined) {
    io.err(refused);
    if (io.env.PLENUM_DEBUG) io.err((error as Error).stack ?? '');
    return 1;
  }
  if (!(error instanceof PlenumError)) {
    io.err(`plenum failed: ${error instanceof Error ? error.message : String(error)}`);
    if (io.env.PLENUM_DEBUG) io.err(error instanceof Error ? (error.stack ?? '') : '');
    else io.err('Set PLENUM_DEBUG=1 to see the stack trace.');
    return 1;
  }
  // The sentence may come from a bridge or a cloud, so it is reduced to one line.
  io.err(isCommandError(error) ? error.message : toPlainText(error.message));
  if (error instanceof BridgeError) return isWrongUsage(error) ? 2 : 1;
  return isCommandError(error, 'wrong-usage') ? 2 : 1;
};

/** Runs one command line; returns its exit code (0 done, 1 refused or failed, 2 wrong usage). */
export async function run(words: readonly string[], io: Io): Promise<number> {
  try {
    await (await createProgram(io, words)).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return toExitCode(error, io);
  }
}
