import type { Command } from 'commander';
import type { Io } from '../io/io.ts';
import { toStartedLines, toTryLines } from '../show/started.ts';
import { serveLazily } from './serve-lazily.ts';
import { addServeOptions, type ServeOptions } from './serve-options.ts';

type StartOptions = Omit<ServeOptions, 'httpHost'> & { readonly lan?: true };

/** `plenum start`: everything there is on one machine, reached from this machine only unless told. */
export const addStart = (program: Command, io: Io) => {
  const command = program
    .command('start')
    .summary('run a bridge with a living demo house on this machine')
    .description('Runs a bridge with a simulated house, reached from this machine only, until Ctrl+C.')
    .option('--lan', 'serve the network, not only this machine');
  return addServeOptions(command).action(({ lan, ...options }: StartOptions) =>
    serveLazily({ ...options, httpHost: lan ? '0.0.0.0' : '127.0.0.1' }, io, (started) => {
      const also = lan ? [] : ['Other machines do not see it; start with --lan to serve the network.'];
      const lines = [...toStartedLines(started), ...also, '', ...toTryLines(started), 'Stop with Ctrl+C.'];
      for (const line of lines) io.out(line);
    }),
  );
};
