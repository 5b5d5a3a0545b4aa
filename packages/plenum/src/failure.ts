/** Why a command ends without having done its work: one sentence for the reader and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, sentence: string) {
    super(sentence);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
  }
}

/** The command line itself was wrong. */
export const wrongUsage = (sentence: string) => new CommandFailure(2, sentence);

/** What was asked could not be done, or was refused. */
export const failed = (sentence: string) => new CommandFailure(1, sentence);
