/** Why a command could not do its work: one sentence and the exit code. */
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

/** The work failed or was refused. */
export const failed = (sentence: string) => new CommandFailure(1, sentence);
