import { Argument, type Command } from 'commander';
import type { Io } from '../io/io.ts';
import { complete, shells } from './complete.ts';
import { completionScripts } from './completion-scripts.ts';

/** `plenum completion`: lets a shell complete commands, keys and labels. */
export const registerCompletionCommand = (program: Command, io: Io) => {
  program
    .command('completion')
    .summary('print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell: (typeof shells)[number]) => io.out(completionScripts[shell]));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: readonly string[]) => {
      for (const candidate of complete(program, words)) io.out(candidate);
    });
};
