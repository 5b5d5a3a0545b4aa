import { errorTable } from '@plenum/protocol/error';

interface Sentence {
  readonly sentence: string;
}

/** Why a command line ends without having done its work: its words were wrong, or what it asks for was not done. */
const commandErrors = errorTable('command line', {
  'wrong-usage': ({ sentence }: Sentence) => sentence,
  failed: ({ sentence }: Sentence) => sentence,
});

/** The command line itself was wrong. */
export const wrongUsage = (sentence: string) => commandErrors.error('wrong-usage', { sentence });

/** What was asked for could not be done, or was refused. */
export const failed = (sentence: string) => commandErrors.error('failed', { sentence });

/** Whether an error is of the command line itself, not of what it talks to. */
export const isCommandError = commandErrors.is;
