import type { Command } from 'commander';
import { readPort } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { option } from '../../option/option.ts';
import { addServeOptions, type ServeOptions } from '../../option/serve-options.ts';

interface StartOptions extends Omit<ServeOptions, 'httpHost' | 'cloud'> {
  readonly lan?: boolean;
  readonly cloud: boolean;
  readonly cloudPort: number;
  readonly example: boolean;
  readonly examplePort: number;
}

/** `plenum start`: runs everything on one machine, reachable from that machine only by default. */
export function registerStartCommand(program: Command, io: Io) {
  const command = program
    .command('start')
    .summary('run a bridge with a simulated house, a cloud and an example app on this machine')
    .description(
      'Runs a bridge with a simulated house, a cloud that the bridge is paired with, and an app that receives its changes, until Ctrl+C. All are reachable from this machine only. The cloud is in development mode, with a demo account and demo apps whose credentials are public.',
    )
    .addOption(
      option(
        '--lan',
        'LAN',
        'serve the bridge to the network, not only to this machine; the rest stays here',
      ),
    )
    .addOption(
      option('--cloud-port <n>', 'CLOUD_PORT', 'port of the cloud; 0 = any')
        .default(8090)
        .argParser(readPort('--cloud-port')),
    )
    .addOption(option('--no-cloud', 'NO_CLOUD', 'run only the bridge'))
    .addOption(
      option('--example-port <n>', 'EXAMPLE_PORT', 'port of the example app; 0 = any')
        .default(8070)
        .argParser(readPort('--example-port')),
    )
    .addOption(option('--no-example', 'NO_EXAMPLE', 'do not run the example app'));
  return addServeOptions(command).action(
    async ({ lan = false, cloud: withCloud, example: withExample, ...options }: StartOptions) => {
      const { serveAll } = await import('./serve-all.ts');
      const httpHost = lan ? '0.0.0.0' : '127.0.0.1';
      await serveAll({ ...options, httpHost, lan, withCloud, withExample }, io);
    },
  );
}
