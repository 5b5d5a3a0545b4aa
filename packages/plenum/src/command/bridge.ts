import type { Command } from 'commander';
import { toStartedLines } from '../format/started.ts';
import { followUplink } from '../format/uplink.ts';
import { readAddress } from '../input/address.ts';
import type { Io } from '../io/io.ts';
import { option } from './option.ts';
import { addServeOptions, type ServeOptions } from './serve-options.ts';
import { addTlsOptions } from './tls-options.ts';

/** `plenum bridge`: a bridge that serves the network. */
export const registerBridgeCommand = (program: Command, io: Io) => {
  const command = program
    .command('bridge')
    .summary('run a bridge that serves the network')
    .description(
      'Runs a bridge with a house behind it, until Ctrl+C. Every option is also an environment variable.',
    )
    .addOption(option('--http-host <host>', 'HTTP_HOST', 'address to serve HTTP on').default('0.0.0.0'));
  command
    .addOption(
      option('--attach <host>', 'ATTACH', 'serve the real bridge at HOST[:PORT] instead of a simulated house')
        .conflicts(['house', 'seed', 'timeScale'])
        .argParser(readAddress),
    )
    .addOption(option('--attach-access-key <key>', 'ATTACH_ACCESS_KEY', 'access key of the attached bridge'))
    .addOption(
      option(
        '--cloud <url>',
        'CLOUD',
        'connect to the cloud at URL; the first time, shows a code for pairing',
      ),
    )
    .addOption(
      option(
        '--cloud-unencrypted',
        'CLOUD_UNENCRYPTED',
        'allow plain http to a cloud on another machine, over a network that you trust',
      ),
    )
    .addOption(
      option(
        '--cloud-ca <file>',
        'CLOUD_CA',
        'PEM file of the authority behind the certificate of the cloud, if it is your own',
      ),
    );
  addTlsOptions(command);
  // Loaded only now: the commands that talk to a bridge start in half the time without it.
  return addServeOptions(command).action(async (options: ServeOptions) => {
    const { serve } = await import('./serve.ts');
    await serve(options, io, {
      onStarted: (started) => {
        for (const line of toStartedLines(started)) io.out(line);
        followUplink(started.bridge, io);
      },
    });
  });
};
