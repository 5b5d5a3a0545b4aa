import { errorTable } from '@plenum/protocol/error';

interface Sentence {
  readonly sentence: string;
}

/** Reasons why a command line ends without having done its work: its words were wrong, or the work was not done. */
const commandErrors = errorTable('command line', {
  'wrong-usage': ({ sentence }: Sentence) => sentence,
  failed: ({ sentence }: Sentence) => sentence,
});

/** Creates the error for a wrong command line. */
export const wrongUsage = (sentence: string) => commandErrors.error('wrong-usage', { sentence });

/** Creates the error for a request that could not be done or was refused. */
export const failed = (sentence: string) => commandErrors.error('failed', { sentence });

/** True if an error comes from the command line itself rather than from the program it talks to. */
export const isCommandError = commandErrors.is;
