import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { RecordedSummary } from '@plenum/bridge/traffic';
import { discoveryPort } from '@plenum/protocol/discovery';
import type { Command } from 'commander';
import { failed } from '../../failure.ts';
import { toAddresses } from '../../format/started.ts';
import { readPort } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { addTrustOptions, toBridgeOptions } from '../../option/connect.ts';
import { collect, option } from '../../option/option.ts';

interface RecordOptions {
  readonly out: string;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly allowHost: readonly string[];
  readonly discovery?: true;
  readonly udpPort: number;
  readonly bridgeUdpPort: number;
  readonly bridgeCa?: string;
  readonly bridgeFingerprint?: string;
}

/** Creates the file of a recording, which only its owner may read. Never replaces a file. */
const createFile = (file: string): number => {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw failed(`--out: ${file} exists already; give the recording another name.`);
    throw failed(`--out: ${file} cannot be written (${code}).`);
  }
};

const counted = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;

const toSummaryLines = (file: string, summary: RecordedSummary): readonly string[] => {
  const { requests, different, unanswered, unrecorded, beyond, bytes } = summary;
  const without = unanswered === 0 ? '' : `, ${unanswered} of them without an answer`;
  return [
    `Recorded ${counted(requests)} (${different} different)${without}, in ${file} (${bytes} bytes).`,
    ...(unrecorded === 0
      ? []
      : [`${counted(unrecorded)} not defined by the interface: passed on, but not recorded.`]),
    ...(beyond === 0 ? [] : [`${counted(beyond)} beyond the maximum size: passed on, but not recorded.`]),
  ];
};

const record = async (typed: string, options: RecordOptions, io: Io): Promise<void> => {
  // The modules are loaded only here, because the help needs none of them.
  const { startRecorder } = await import('@plenum/bridge/traffic');
  const { readOptions } = await import('@plenum/client/options');
  const { systemClock } = await import('@plenum/platform');
  const { connection } = readOptions(toBridgeOptions(typed, options), io.signal);
  const { out: file, httpHost: host, httpPort: port, allowHost: allowedHosts } = options;
  const descriptor = createFile(file);
  const end = Promise.withResolvers<never>();
  // A failure after the command has been stopped is reported by nobody.
  end.promise.catch(() => {});
  let failure: Error | undefined;
  const write = (text: string) => {
    // A line after one that was cut would make the whole recording unreadable.
    if (failure !== undefined) throw failure;
    try {
      writeFileSync(descriptor, text);
    } catch (error) {
      const cause = failed(`--out: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
      failure = cause;
      end.reject(cause);
      throw cause;
    }
  };
  try {
    const recorder = await startRecorder({
      to: connection,
      discovery: options.discovery && { udpPort: options.udpPort, bridgeUdpPort: options.bridgeUdpPort },
      host,
      port,
      access: { allowedHosts, accessKey: undefined },
      write,
      clock: systemClock,
      log: createLineLog(io),
    }).catch((error: unknown) => {
      rmSync(file);
      throw error;
    });
    {
      await using _ = recorder;
      io.out(`Records the traffic with ${typed} in ${file}. Point the clients at`);
      for (const address of toAddresses({ host, port: recorder.port })) io.out(`  http://${address}`);
      if (recorder.udpPort !== undefined)
        io.out(`Answers discovery on UDP port ${recorder.udpPort} in place of the bridge.`);
      io.out('Names, secrets and addresses are not written. Stop with Ctrl+C.');
      if (!io.signal.aborted) await Promise.race([once(io.signal, 'abort'), end.promise]);
    }
    for (const line of toSummaryLines(file, recorder.summary())) io.out(line);
  } finally {
    closeSync(descriptor);
  }
};

/** `plenum record`: records the traffic between clients and a real bridge. */
export const registerRecordCommand = (program: Command, io: Io) =>
  addTrustOptions(
    program
      .command('record')
      .summary('record the traffic with a real bridge')
      .description(
        'Passes requests of clients on to a real bridge and records them with the answers, without names, keys, ids and addresses, until Ctrl+C. "plenum bridge --replay-traffic" answers from the recording. Change notices and live streams are not recorded.',
      )
      .argument('<host>', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .requiredOption('--out <file>', 'new file for the recording')
      .addOption(option('--http-host <host>', 'HTTP_HOST', 'address to serve HTTP on').default('127.0.0.1'))
      .addOption(
        option('--http-port <n>', 'HTTP_PORT', 'port of HTTP; 0 = any')
          .default(0, 'any free port')
          .argParser(readPort('--http-port')),
      )
      .option(
        '--discovery',
        'ask the bridge for its answer to discovery, record it, and answer discovery in its place',
      )
      .addOption(
        option('--udp-port <n>', 'UDP_PORT', 'with --discovery: port on which the recorder answers')
          .default(discoveryPort)
          .argParser(readPort('--udp-port')),
      )
      .addOption(
        option(
          '--bridge-udp-port <n>',
          'BRIDGE_UDP_PORT',
          'with --discovery: port on which the bridge answers',
        )
          .default(discoveryPort)
          .argParser(readPort('--bridge-udp-port')),
      )
      .addOption(
        option('--allow-host <name>', 'ALLOW_HOST', 'another host name of the recorder; can be repeated')
          .argParser(collect)
          .default([], 'addresses and localhost'),
      ),
  ).action((host: string, options: RecordOptions) => record(host, options, io));
