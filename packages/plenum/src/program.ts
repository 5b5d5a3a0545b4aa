import { Command } from 'commander';
import about from '../package.json' with { type: 'json' };
import { addAudit } from './command/audit.ts';
import { addBridge } from './command/bridge.ts';
import { addCloud } from './command/cloud.ts';
import { addCommands } from './command/commands.ts';
import { addCompletion } from './command/completion.ts';
import { addControl } from './command/control.ts';
import { addDiscover } from './command/discover.ts';
import { addFleet } from './command/fleet.ts';
import { addQuery } from './command/query.ts';
import { addSimulation } from './command/simulation.ts';
import { addStart } from './command/start.ts';
import { addWatch } from './command/watch.ts';
import type { Io } from './io/io.ts';

const commands = [
  addStart,
  addBridge,
  addCloud,
  addAudit,
  addDiscover,
  addQuery,
  addControl,
  addWatch,
  addCommands,
  addSimulation,
  addCompletion,
  addFleet,
];

/** The whole command line. */
export const createProgram = (io: Io): Command => {
  const program = new Command('plenum')
    .description('An open climate-control bridge and cloud, and the tools to speak with them.')
    .version(about.version)
    .helpCommand(false)
    .showHelpAfterError('(add --help for more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.replace(/\n$/, '')),
      writeErr: (text) => io.err(text.replace(/\n$/, '')),
      getOutHelpWidth: () => io.columns ?? 100,
      getOutHasColors: () => io.color,
      getErrHasColors: () => io.color,
    });
  for (const add of commands) add(program, io);
  return program;
};
