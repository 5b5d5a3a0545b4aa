import { BridgeError } from '@plenum/client/bridge-error';
import { PlenumError } from '@plenum/protocol/error';
import { toPlainText } from '@plenum/protocol/text';
import { CommanderError } from 'commander';
import { isCommandError } from './failure.ts';
import type { Io } from './io/io.ts';
import { createProgram } from './program.ts';

/** Refusals that are wrong usage of the command line, whatever the state of the house. */
const usageCodes = new Set([
  'unknown-command',
  'unknown-key',
  'missing-key',
  'twice-named',
  'unknown-intervention',
]);

const isWrongUsage = ({ code, refusal }: BridgeError) =>
  code === 'invalid' && (refusal === undefined || usageCodes.has(refusal.code));

/** Turns any error into a sentence and an exit code: 1 refused or failed, 2 wrong usage. */
const toExitCode = (error: unknown, io: Io): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2;
  if (io.signal.aborted && error instanceof BridgeError && error.code === 'closed') return 1;
  if (!(error instanceof PlenumError)) {
    io.err(`plenum failed: ${error instanceof Error ? error.message : String(error)}`);
    if (io.env.PLENUM_DEBUG) io.err(error instanceof Error ? (error.stack ?? '') : '');
    else io.err('Set PLENUM_DEBUG=1 to see where.');
    return 1;
  }
  // A bridge or a cloud may have written the sentence, and cannot add lines of its own to it.
  io.err(isCommandError(error) ? error.message : toPlainText(error.message));
  if (error instanceof BridgeError) return isWrongUsage(error) ? 2 : 1;
  return isCommandError(error, 'wrong-usage') ? 2 : 1;
};

/** Runs one command line; returns its exit code (0 done, 1 refused or failed, 2 wrong usage). */
export const run = async (words: readonly string[], io: Io): Promise<number> => {
  try {
    await (await createProgram(io, words)).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return toExitCode(error, io);
  }
};
