import type { AnyOverride } from '@plenum/protocol/simulation';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { toHelpLines, toHelpList } from '../../format/help.ts';
import { toSimulationRows } from '../../format/simulation.ts';
import { readBody } from '../../input/body.ts';
import { findOverride, overrideHelp } from '../../input/find-command.ts';
import type { Io } from '../../io/io.ts';
import { toLines } from '../../io/table.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

interface SimulationOptions extends ConnectOptions {
  readonly help?: true;
}

const showStatus = (host: string | undefined, options: SimulationOptions, io: Io) =>
  withBridge(host, options, io, async (bridge) => {
    const status = await bridge.simulation.status();
    if (options.json) return io.out(toPlainJson(status, 2));
    for (const line of toLines(
      { head: ['', ''], rows: toSimulationRows(status), cutLast: false },
      { ...io, columns: undefined },
    ))
      io.out(line);
  });

/** Timeout in ms for a house to simulate a step of several weeks. */
const stepTimeout = 60_000;

const run = async (
  host: string | undefined,
  name: string | undefined,
  words: readonly string[],
  options: SimulationOptions,
  io: Io,
) => {
  if (name === undefined) return showStatus(host, options, io);
  const definition = findOverride(name);
  if (words.length === 0)
    throw wrongUsage(
      `${definition.name} needs a value; "plenum simulation HOST ${definition.name} --help" explains.`,
    );
  const body = readBody(definition, words);
  await withBridge(host, { ...options, timeout: options.timeout ?? stepTimeout }, io, async (bridge) => {
    // The definition relates the body to the name, which the type cannot express for a name that a user typed.
    await bridge.simulation.applyOverride(definition.name as AnyOverride['name'], body as never);
    io.out(options.json ? JSON.stringify({ result: 'OK' }) : 'OK');
  });
};

export function registerSimulationCommand(program: Command, io: Io) {
  const command = addBridgeOptions(
    program
      .command('simulation')
      .summary('show or override the state of a simulated house')
      .description('Shows clock, weather and faults of a simulated house, or overrides them.')
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .argument('[override]', 'what to override; without one, shows the status')
      .argument('[values...]', 'VALUE, JSON, or key=value pairs')
      .helpOption(false)
      .option('-h, --help', 'show this help, or that of the override'),
  ).addHelpText('after', () => `\n${toHelpList(overrideHelp, io).join('\n')}`);
  return command.action(async (host, name, words, options: SimulationOptions) => {
    if (!options.help) return run(host, name, words, options, io);
    if (name === undefined) return command.outputHelp();
    const found = findOverride(name).name;
    const help = overrideHelp.find((each) => each.name === found)!;
    for (const line of toHelpLines(help, 'simulation', io)) io.out(line);
  });
}
