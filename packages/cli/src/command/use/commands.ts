import type { Command } from 'commander';
import { toHelpLines, toHelpList } from '../../format/help.ts';
import { commandHelp, findCommand } from '../../input/find-command.ts';
import type { Io } from '../../io/io.ts';

const run = (name: string | undefined, json: boolean, io: Io) => {
  const found = name === undefined ? undefined : findCommand(name).name;
  const chosen = commandHelp.filter((help) => found === undefined || help.name === found);
  if (json) return io.out(JSON.stringify(found === undefined ? chosen : chosen[0], null, 2));
  const lines = found === undefined ? toHelpList(chosen, io) : toHelpLines(chosen[0]!, 'control', io);
  for (const line of lines) io.out(line);
};

/** `plenum commands`: lists the commands of a bridge. */
export const registerCommandsCommand = (program: Command, io: Io) =>
  program
    .command('commands')
    .summary('list the commands of a bridge, or explain one')
    .argument('[name]', 'the command to explain')
    .option('--json', 'for programs')
    .action((name: string | undefined, { json }: { json?: true }) => run(name, json ?? false, io));
