import { verifyBridge } from '@plenum/conformance';
import { dialects } from '@plenum/protocol/dialect';
import { discoveryPort } from '@plenum/protocol/discovery';
import { notificationPort } from '@plenum/protocol/notification';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { readBridgeAddress, toAddress } from '../input/address.ts';
import { readPort, readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { addConnectOptions, type ConnectOptions, readTrustOptions } from './connect.ts';
import { option } from './option.ts';
import { addReportOptions, type ReportOptions, showReport } from './verify-report.ts';

interface VerifyFlags extends ConnectOptions, ReportOptions {
  readonly json?: true;
  readonly udp: boolean;
  readonly udpPort: number;
  readonly notifyPort: number;
  readonly listen: number;
}

const run = async (typed: string | undefined, flags: VerifyFlags, io: Io) => {
  if (typed === undefined)
    throw wrongUsage('Which bridge? Name its HOST or HOST:PORT; "plenum discover" finds it.');
  const address = readBridgeAddress(typed);
  const { accessKey, timeout, udp, udpPort, notifyPort, only } = flags;
  const dialect = dialects.find(({ name }) => name === flags.dialect);
  const results = await verifyBridge({
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
  });
  showReport(results, `The bridge at ${toAddress(address)}`, flags, io);
};

/** `plenum verify`: checks a bridge against the interface. */
export const registerVerifyCommand = (program: Command, io: Io) =>
  addReportOptions(
    addConnectOptions(
      program
        .command('verify')
        .summary('check a bridge against the interface')
        .description(
          'Reads everything of a bridge and reports what does not keep the interface, with the section of docs/interface. Exit code 0: it keeps what binds, 1: it does not, 2: wrong usage.',
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
      option('--notify-port <n>', 'NOTIFY_PORT', 'UDP port of change notifications')
        .default(notificationPort)
        .argParser(readPort('--notify-port')),
    )
    .option('--no-udp', 'without discovery and notifications')
    .option(
      '--listen <s>',
      'seconds to listen for notifications at least; 125 hears each that a bridge repeats',
      readWhole('--listen', 0, 3_600),
      0,
    )
    .action((host: string | undefined, flags: VerifyFlags) => run(host, flags, io));
