import type { Command } from 'commander';
import { readNumber, readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { option } from '../../option/option.ts';
import type { FleetOptions } from './run-fleet.ts';

/** `plenum fleet`: runs many simulated bridges to load-test a cloud. */
export const registerFleetCommand = (program: Command, io: Io) =>
  program
    .command('fleet')
    .summary('load a cloud with many simulated bridges')
    .description(
      'Connects many simulated bridges (a unit and a zone each) to a cloud and reports every few seconds. They share one key and are paired with one account; shows a pairing code the first time.',
    )
    .addOption(option('--cloud <url>', 'CLOUD', 'address of the cloud').default('http://127.0.0.1:8090'))
    .addOption(
      option('--cloud-ca <file>', 'CLOUD_CA', 'PEM file of your own certificate authority for the cloud'),
    )
    .addOption(
      option('--count <n>', 'FLEET_COUNT', 'bridges')
        .default(100)
        .argParser(readWhole('--count', 1, 1_000_000)),
    )
    .addOption(
      option('--first-id <n>', 'FLEET_FIRST_ID', 'system id of the first bridge')
        .default(900_000_000)
        .argParser(readWhole('--first-id', 1, 999_999_999)),
    )
    .addOption(
      option('--changes <n>', 'FLEET_CHANGES', 'changes per second, over all bridges')
        .default(10)
        .argParser(readNumber('--changes', 0, 1_000_000)),
    )
    .addOption(
      option('--connects <n>', 'FLEET_CONNECTS', 'bridges that start connecting per second')
        .default(200)
        .argParser(readNumber('--connects', 1, 1_000_000)),
    )
    .addOption(
      option('--every <s>', 'FLEET_EVERY', 'seconds between reports')
        .default(5)
        .argParser(readNumber('--every', 0.1, 3_600)),
    )
    .addOption(
      option(
        '--seconds <s>',
        'FLEET_SECONDS',
        'stop after this many seconds (default: until Ctrl+C)',
      ).argParser(readNumber('--seconds', 0.1, 1_000_000)),
    )
    .addOption(option('--data <dir>', 'FLEET_DATA', 'folder for their key').default('data/fleet'))
    .action(async (options: FleetOptions) => (await import('./run-fleet.ts')).runFleet(options, io));
