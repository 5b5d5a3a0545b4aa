import { type Command, Option } from 'commander';
import { readPort } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { addServeOptions, type ServeOptions } from './serve-options.ts';

interface StartOptions extends Omit<ServeOptions, 'httpHost' | 'cloud'> {
  readonly lan?: boolean;
  readonly cloud: boolean;
  readonly cloudPort: number;
  readonly example: boolean;
  readonly examplePort: number;
}

/** `plenum start`: everything there is on one machine, reached from this machine only unless told. */
export const addStart = (program: Command, io: Io) => {
  const command = program
    .command('start')
    .summary('run a bridge with a living demo house, a cloud and an example app, on this machine')
    .description(
      'Runs a bridge with a simulated house, a cloud it is paired with and an app that hears of its changes, until Ctrl+C. All are reached from this machine only; the cloud is in development mode, with a demo account and demo apps everybody knows.',
    )
    .option('--lan', 'serve the bridge to the network, not only to this machine; the rest stays here')
    .addOption(
      new Option('--cloud-port <n>', 'port of the cloud; 0 = any')
        .env('PLENUM_CLOUD_PORT')
        .default(8090)
        .argParser(readPort('--cloud-port')),
    )
    .addOption(new Option('--no-cloud', 'run the bridge alone').env('PLENUM_NO_CLOUD'))
    .addOption(
      new Option('--example-port <n>', 'port of the example app; 0 = any')
        .env('PLENUM_EXAMPLE_PORT')
        .default(8070)
        .argParser(readPort('--example-port')),
    )
    .addOption(new Option('--no-example', 'leave the example app out').env('PLENUM_NO_EXAMPLE'));
  return addServeOptions(command).action(
    async ({ lan = false, cloud: withCloud, example: withExample, ...options }: StartOptions) => {
      const { serveAll } = await import('./serve-all.ts');
      const httpHost = lan ? '0.0.0.0' : '127.0.0.1';
      await serveAll({ ...options, httpHost, lan, withCloud, withExample }, io);
    },
  );
};
