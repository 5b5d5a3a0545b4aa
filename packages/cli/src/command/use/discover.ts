import { discover, type FoundBridge } from '@plenum/client';
import { discoveryPort } from '@plenum/protocol/discovery';
import { toPlainJson } from '@plenum/protocol/text';
import { type Command, Option } from 'commander';
import { failed } from '../../failure.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { toLines } from '../../io/table.ts';
import { collect, option } from '../../option/option.ts';

interface DiscoverFlags {
  readonly host: readonly string[];
  readonly search: readonly string[];
  readonly mdns: boolean;
  readonly udpPort: number;
  readonly timeout: number;
  readonly json?: true;
}

const toRow = ({ uid, address, port, capabilities, dialect }: FoundBridge): readonly string[] => {
  const { v1: _, v2, ...systems } = capabilities;
  const has = Object.entries(systems).filter(([, there]) => there);
  return [
    uid,
    port === 80 ? address : `${address}:${port}`,
    v2 ? 'v2, v1' : dialect === undefined && has.length > 0 ? '' : 'v1',
    dialect?.name ?? 'unknown',
    has.map(([name]) => name).join(', '),
  ];
};

const run = async (flags: DiscoverFlags, io: Io): Promise<void> => {
  const { host, search, mdns, udpPort, timeout, json } = flags;
  const found = await discover({
    addresses: [...host, ...search],
    mdns,
    udpPort,
    timeout,
    signal: io.signal,
  });
  if (json) {
    const bridges = found.map((bridge) => ({ ...bridge, dialect: bridge.dialect?.name ?? null }));
    io.out(toPlainJson(bridges, 2));
  }
  if (found.length === 0)
    throw failed(
      'No bridge answered. If broadcasts do not reach yours, give its address or network: plenum discover --search ADDRESS,...',
    );
  if (json) return;
  const head = ['Id', 'Address', 'Versions', 'Dialect', 'Also has'];
  for (const line of toLines({ head, rows: found.map(toRow), cutLast: true }, io)) io.out(line);
};

const append = (value: string, before: readonly string[]) => [...before, value];

/** `plenum discover`: finds the bridges on every network of this machine. */
export const registerDiscoverCommand = (program: Command, io: Io) =>
  program
    .command('discover')
    .summary('find bridges on the network')
    .description(
      'Finds bridges by broadcast and by multicast DNS on every network of this machine, and on the machine itself.',
    )
    .addOption(
      new Option(
        '--host <ip>',
        'also ask this address, or every machine of a network such as 192.168.2.0/24; can be repeated',
      )
        .argParser(append)
        .default([], 'none'),
    )
    .addOption(
      option(
        '--search <addresses>',
        'SEARCH',
        'the same for several, comma-separated: bridges and networks behind a router',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(option('--no-mdns', 'NO_MDNS', 'do not search by multicast DNS (_plenum._tcp)'))
    .addOption(
      option('--udp-port <n>', 'UDP_PORT', 'port that bridges listen on')
        .default(discoveryPort)
        .argParser(readWhole('--udp-port', 1, 65_535)),
    )
    .addOption(
      option('--timeout <ms>', 'TIMEOUT', 'time to listen for answers')
        .default(1500)
        .argParser(readWhole('--timeout', 10, 600_000)),
    )
    .option('--json', 'for programs')
    .action((flags: DiscoverFlags) => run(flags, io));
