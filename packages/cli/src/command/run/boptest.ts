import { once } from 'node:events';
import { basename } from 'node:path';
import { openHouseFile, orRefuseWeather } from '@plenum/bridge';
import { listenFailures, systemClock, toListenFailure } from '@plenum/platform';
import { houseNames } from '@plenum/simulator';
import type { Command } from 'commander';
import { failed } from '../../failure.ts';
import { toAddresses } from '../../format/started.ts';
import { readPort } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { collect, option } from '../../option/option.ts';

interface BoptestOptions {
  readonly house: readonly string[];
  readonly httpHost: string;
  readonly port: number;
}

/** Opens the test case of a house, which has the name of the house or of its file. */
const openCase = async (typed: string) => {
  const { createTestCase } = await import('@plenum/boptest');
  const { file, weatherFile } = openHouseFile(typed);
  const name = basename(typed).replace(/\.ya?ml$/, '');
  return orRefuseWeather(file, () => createTestCase(name, file, weatherFile));
};

const serve = async ({ house, httpHost: host, port }: BoptestOptions, io: Io): Promise<void> => {
  const { startBoptest } = await import('@plenum/boptest');
  const houses = house.length > 0 ? house : houseNames;
  const [first, ...others] = await Promise.all(houses.map(openCase));
  const testCases = [first!, ...others] as const;
  const names = testCases.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw failed(`--house: Two houses have the name ${twice}; rename one of the files.`);
  await using server = await startBoptest({
    testCases,
    host,
    port,
    clock: systemClock,
    elapsed: () => performance.now(),
    random: Math.random,
    log: createLineLog(io),
  }).catch((error: unknown) => {
    throw toListenFailure(error, { protocol: 'TCP', host, port }, (code, where) =>
      failed(`${listenFailures[code](where)} Use --port.`),
    );
  });
  io.out(`Serves tests of controllers of ${names.join(', ')}. Give clients of BOPTEST the address`);
  for (const address of toAddresses({ host, port: server.port })) io.out(`  http://${address}`);
  io.out('Stop with Ctrl+C.');
  if (!io.signal.aborted) await once(io.signal, 'abort');
};

/** `plenum boptest`: serves houses over the interface of BOPTEST. */
export const registerBoptestCommand = (program: Command, io: Io) =>
  program
    .command('boptest')
    .summary('serve simulated houses to tests of controllers (BOPTEST)')
    .description(
      'Serves simulated houses over the interface of BOPTEST, the building optimization testing framework: its clients select a house as a test case, advance it with their inputs, and read measurements, forecasts and KPIs. Nothing is stored. Tests that nobody uses end after 15 minutes.',
    )
    .addOption(
      option('--house <file>', 'HOUSE', 'a house file, or a shipped house; can be repeated')
        .argParser(collect)
        .default([], 'demo, flat and large'),
    )
    .addOption(option('--http-host <host>', 'HTTP_HOST', 'address to serve HTTP on').default('127.0.0.1'))
    .addOption(
      option('--port <n>', 'BOPTEST_PORT', 'port of HTTP; 0 = any')
        .default(8000)
        .argParser(readPort('--port')),
    )
    .action((options: BoptestOptions) => serve(options, io));
