import { dialects } from '@plenum/protocol/dialect';
import { discoveryPort } from '@plenum/protocol/discovery';
import { notificationPort } from '@plenum/protocol/notification';
import { v1Commands } from '@plenum/protocol/v1';
import { type Command, Option } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { readBridgeAddress, toAddress } from '../../input/address.ts';
import { findCommand } from '../../input/find-command.ts';
import { readPort, readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { untilStopped } from '../../io/until-stopped.ts';
import { addConnectOptions, type ConnectOptions, readTrustOptions } from '../../option/connect.ts';
import { collect, option } from '../../option/option.ts';
import { addReportOptions, type ReportOptions, readReportOptions, showReport } from './verify-report.ts';

interface VerifyFlags extends ConnectOptions, ReportOptions {
  readonly json?: true;
  readonly udp: boolean;
  readonly udpPort: number;
  readonly notifyPort: number;
  readonly listen: number;
  readonly write?: true;
  readonly water?: true;
  readonly command: readonly string[];
}

/**
 * Converts a typed command name to its defined name; commands of the original interface are typed as `v1 SystemON`.
 */
const readCommandName = (typed: string): string => {
  const [, original] = /^v1 (.+)$/i.exec(typed) ?? [];
  if (original === undefined) return findCommand(typed).name;
  const name = [...v1Commands.keys()].find((each) => each.toLowerCase() === original.toLowerCase());
  if (name !== undefined) return `v1 ${name}`;
  throw wrongUsage(
    `There is no command ${original} in the original interface; there are ${[...v1Commands.keys()].join(', ')}.`,
  );
};

const run = async (typed: string | undefined, flags: VerifyFlags, io: Io) => {
  if (typed === undefined)
    throw wrongUsage('Which bridge? Name its HOST or HOST:PORT; "plenum discover" finds it.');
  const address = readBridgeAddress(typed);
  if (flags.write === undefined && (flags.water || flags.command.length > 0))
    throw wrongUsage('--water and --command need --write.');
  const commands = flags.command.map(readCommandName);
  const { accessKey, timeout, udp, udpPort, notifyPort, only } = flags;
  const dialect = dialects.find(({ name }) => name === flags.dialect);
  const { bridgeRows, verifyBridge } = await import('@plenum/conformance');
  const required = await readReportOptions(flags, bridgeRows);
  const work = verifyBridge({
    ...address,
    ...readTrustOptions(flags),
    ...(accessKey !== undefined && { accessKey }),
    ...(timeout !== undefined && { timeout }),
    ...(dialect !== undefined && { dialect }),
    ...(only !== undefined && { only }),
    udp,
    udpPort,
    notifyPort,
    listen: flags.listen * 1_000,
    write: flags.write ?? false,
    water: flags.water ?? false,
    ...(commands.length > 0 && { commands }),
    onProgress: (sentence) => io.err(sentence),
    onPlan: (sentences) => {
      for (const sentence of sentences) io.err(sentence);
    },
  });
  const results = await untilStopped(work, io, { putsBack: flags.write ?? false });
  await showReport(results, { of: `The bridge at ${toAddress(address)}`, required }, flags, io);
};

/** `plenum verify`: checks a bridge against the interface. */
export const registerVerifyCommand = (program: Command, io: Io) =>
  addReportOptions(
    addConnectOptions(
      program
        .command('verify')
        .summary('check a bridge against the interface')
        .description(
          'Reads everything of a bridge and reports where it departs from the interface, with the section of docs/interface. Exit code 0: it keeps the binding statements, 1: it does not, 2: wrong usage.',
        )
        .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443'),
    ),
  )
    .addOption(
      option('--udp-port <n>', 'UDP_PORT', 'port that the bridge listens on for discovery')
        .default(discoveryPort)
        .argParser(readWhole('--udp-port', 1, 65_535)),
    )
    .addOption(
      option('--notify-port <n>', 'NOTIFY_PORT', 'UDP port of change notices')
        .default(notificationPort)
        .argParser(readPort('--notify-port')),
    )
    .option('--json', 'for programs')
    .option('--no-udp', 'without discovery and change notices')
    .option(
      '--listen <s>',
      'seconds to listen for change notices, at least; 125 is enough to hear all that a bridge repeats',
      readWhole('--listen', 0, 3_600),
      0,
    )
    .option('--write', 'also send every command, within its limits and beyond, and restore what that changes')
    .option('--water', 'with --write: also send commands that start watering')
    .addOption(
      new Option('--command <names>', 'with --write: these commands only, comma-separated; can be repeated')
        .argParser(collect)
        .default([], 'all'),
    )
    .action((host: string | undefined, flags: VerifyFlags) => run(host, flags, io));
