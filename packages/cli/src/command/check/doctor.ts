import { discoveryPort } from '@plenum/protocol/discovery';
import type { Command } from 'commander';
import type { Examined } from '../../doctor/examine.ts';
import { printFindings } from '../../format/findings.ts';
import { readPort } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { option } from '../../option/option.ts';

interface DoctorOptions extends Omit<Examined, 'signal'> {
  readonly json?: true;
}

/** `plenum doctor`: checks whether this machine can run a bridge or a cloud. */
export const registerDoctorCommand = (program: Command, io: Io) =>
  program
    .command('doctor')
    .summary('check ports, discovery, clock, disk, rights and versions')
    .description(
      'Checks whether a bridge or a cloud can work on this machine, and says what to do if it cannot. Exit code 1 if there is a problem.',
    )
    .addOption(option('--data <dir>', 'DATA', 'data folder').default('data'))
    .addOption(
      option('--http-port <n>', 'HTTP_PORT', 'port of HTTP').default(8080).argParser(readPort('--http-port')),
    )
    .addOption(
      option('--udp-port <n>', 'UDP_PORT', 'port of discovery')
        .default(discoveryPort)
        .argParser(readPort('--udp-port')),
    )
    .addOption(option('--cloud <url>', 'CLOUD', 'cloud of a bridge, to check the connection to it'))
    .option('--json', 'one object per line, for programs')
    .action(async ({ json, ...of }: DoctorOptions) => {
      const { examine } = await import('../../doctor/examine.ts');
      await printFindings(examine({ ...of, signal: io.signal }), { json }, io);
    });
