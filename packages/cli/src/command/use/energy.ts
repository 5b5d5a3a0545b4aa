import { type EnergyPeriod, energyPeriods, type Tariff } from '@plenum/insight/energy';
import { toPlainJson } from '@plenum/protocol/text';
import { type Command, Option } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { toEnergyTable } from '../../format/energy.ts';
import { readSince } from '../../input/since.ts';
import type { Io } from '../../io/io.ts';
import { toLines } from '../../io/table.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

interface EnergyOptions extends ConnectOptions {
  readonly by: EnergyPeriod;
  readonly since?: number;
  readonly until?: number;
  readonly csv?: true;
  readonly tariff?: Tariff;
}

const readTariff = (typed: string): Tariff => {
  try {
    return JSON.parse(typed);
  } catch {
    throw wrongUsage(
      `--tariff: ${JSON.stringify(typed)} is not JSON; type '{"currency":"AUD","prices":[{"from":"00:00","price":0.3}],"feedIn":0.05}'.`,
    );
  }
};

const run = (host: string | undefined, options: EnergyOptions, io: Io) =>
  withBridge(host, options, io, async ({ energy }) => {
    const { by, since: from, until: to, tariff } = options;
    if (tariff !== undefined) await energy.setTariff(tariff);
    const answer = await energy.read({
      by,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
    if (options.json) return io.out(toPlainJson(answer, 2));
    const { head, rows } = toEnergyTable(answer);
    const lines = options.csv
      ? [head, ...rows].map((row) => row.join(','))
      : toLines({ head, rows, cutLast: false }, io);
    for (const line of lines) io.out(line);
  });

/** `plenum energy`: shows the energy that a house used and generated, and its cost. */
export const registerEnergyCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('energy')
      .summary('show the energy of a house, and its cost')
      .description(
        'Shows the energy in kWh that a house used, generated, and took from and gave to the grid, with its cost, by hour, day, week, month or year.',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .addOption(new Option('--by <period>', 'length of each period').choices(energyPeriods).default('day'))
      .option('--since <when>', 'start: 2026-01-31, 2026-01-31T08:30Z, or 90m, 24h, 7d ago', readSince())
      .option('--until <when>', 'end (default: now)', readSince(Date.now, '--until'))
      .option('--csv', 'comma-separated, for a spreadsheet')
      .option('--tariff <json>', 'first set prices by time of day', readTariff),
  ).action((host: string | undefined, options: EnergyOptions) => run(host, options, io));
