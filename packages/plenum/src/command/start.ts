import { type Command, Option } from 'commander';
import { readPort } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { addServeOptions, type ServeOptions } from './serve-options.ts';

interface StartOptions extends Omit<ServeOptions, 'httpHost' | 'cloud'> {
  readonly lan?: boolean;
  readonly cloud: boolean;
  readonly cloudPort: number;
}

/** `plenum start`: everything there is on one machine, reached from this machine only unless told. */
export const addStart = (program: Command, io: Io) => {
  const command = program
    .command('start')
    .summary('run a bridge with a living demo house, and a cloud, on this machine')
    .description(
      'Runs a bridge with a simulated house and a cloud it is paired with, until Ctrl+C. Both are reached from this machine only; the cloud is in development mode, with a demo account and a demo app everybody knows.',
    )
    .option('--lan', 'serve the bridge to the network, not only to this machine; the cloud stays here')
    .addOption(
      new Option('--cloud-port <n>', 'port of the cloud; 0 = any')
        .env('PLENUM_CLOUD_PORT')
        .default(8090)
        .argParser(readPort('--cloud-port')),
    )
    .addOption(new Option('--no-cloud', 'run the bridge alone').env('PLENUM_NO_CLOUD'));
  return addServeOptions(command).action(
    async ({ lan = false, cloud: withCloud, cloudPort, ...options }: StartOptions) => {
      const { serveAll } = await import('./serve-all.ts');
      const httpHost = lan ? '0.0.0.0' : '127.0.0.1';
      await serveAll({ ...options, httpHost, lan, withCloud, cloudPort }, io);
    },
  );
};
