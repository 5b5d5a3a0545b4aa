import { errorTable } from '@plenum/protocol/error';

interface Sentence {
  readonly sentence: string;
}

/** The reasons why a command fails: its arguments were wrong, or its work was not done. */
const commandErrors = errorTable('command line', {
  'wrong-usage': ({ sentence }: Sentence) => sentence,
  failed: ({ sentence }: Sentence) => sentence,
});

/** Creates the error for wrong arguments. */
export const wrongUsage = (sentence: string) => commandErrors.error('wrong-usage', { sentence });

/** Creates the error for a request that failed or was refused. */
export const failed = (sentence: string) => commandErrors.error('failed', { sentence });

/** True if an error was created by the command line, not by the program it talks to. */
export const isCommandError = commandErrors.is;
