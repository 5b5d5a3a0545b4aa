import type { Command } from 'commander';
import type { Io } from '../io/io.ts';
import { addCloudOptions, type CloudOptions } from './cloud-options.ts';

/** `plenum cloud`: the cloud, or one of its nodes. What it takes is loaded only then. */
export const registerCloudCommand = (program: Command, io: Io) =>
  addCloudOptions(
    program
      .command('cloud')
      .summary('run the cloud, or one of its nodes')
      .description(
        'Runs the cloud until Ctrl+C: accounts, OAuth, requests, gRPC, events. Alone it needs nothing else; with --database-url and --nats any number of equal nodes work behind a balancer. Every option is also an environment variable.',
      ),
  ).action(async (options: CloudOptions) => (await import('./serve-cloud.ts')).serveCloud(options, io));
