import { readFileSync, writeFileSync } from 'node:fs';
import { type Bridge, BridgeError } from '@plenum/client';
import type { HouseFile } from '@plenum/installation';
import type { Datagrams } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { findSetupProblems, pendingSetup, type Setup, toSetup } from '@plenum/protocol/setup';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { addConnectOptions, type ConnectOptions, withBridge } from './connect.ts';

interface InstallOptions extends ConnectOptions {
  readonly export?: string;
  readonly exportList?: string;
  readonly import?: string;
  readonly check?: true;
}

const read = async (bridge: Bridge): Promise<Datagrams> => (await bridge.datagrams()) as Datagrams;

const why = (what: string, file: string, error: unknown) =>
  failed(`${what}: ${file} cannot be used (${(error as NodeJS.ErrnoException).code}).`);

const write = (option: string, file: string, text: string): void => {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw why(option, file, error);
  }
};

const exportList = async (bridge: Bridge, file: string, io: Io): Promise<void> => {
  const { writeSetup } = await import('@plenum/installation');
  const setup = toSetup(await read(bridge));
  write('--export-list', file, writeSetup(setup));
  io.out(`${file} has ${setup.length} settings.`);
};

/** The file of a simulated house; undefined where a real one is behind the bridge. */
const readHouseFile = (bridge: Bridge): Promise<object | undefined> =>
  bridge.simulation.house().catch((error: unknown) => {
    if (error instanceof BridgeError && error.code === 'unsupported') return undefined;
    throw error;
  });

/** Writes a house file: that of a simulated house, else one with what the components show and usual values for the rest. */
const exportHouse = async (bridge: Bridge, file: string, io: Io): Promise<void> => {
  const { exportAssumedHouse, writeHouse } = await import('@plenum/installation');
  const house = (await readHouseFile(bridge)) as HouseFile | undefined;
  if (house !== undefined) {
    write('--export', file, writeHouse(house));
    return io.out(`${file} has the house: plenum bridge --house ${file}`);
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  write('--export', file, writeHouse(exportAssumedHouse(await read(bridge), timeZone), true));
  io.out(`${file} has what the bridge shows; its comments say what is assumed.`);
};

/** The settings of a file: a list of them, or a house file, whose house is set up so. */
const readFile = async (file: string): Promise<Setup> => {
  const { createInstallation, readHouse, readSetup } = await import('@plenum/installation');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw why('--import', file, error);
  }
  if (/^setup:/m.test(text)) {
    const setup = readSetup(text, file);
    if (!setup.ok) throw failed(toSentence(setup.refusal));
    return setup.value;
  }
  const house = readHouse(text, file);
  if (!house.ok) throw failed(toSentence(house.refusal));
  return toSetup(createInstallation(house.value).initial(Date.now()).datagrams);
};

/**
 * Sends what the house does not have yet. One setting may make another possible, so what was refused is sent again as
 * long as any other was taken.
 */
const importSetup = async (bridge: Bridge, file: string, io: Io): Promise<void> => {
  const setup = await readFile(file);
  let done = 0;
  for (;;) {
    const refused: string[] = [];
    const before = done;
    for (const { name, body } of pendingSetup(setup, await read(bridge))) {
      try {
        await bridge.command(name as never, body as never);
        done++;
      } catch (error) {
        if (!(error instanceof BridgeError) || error.code !== 'refused') throw error;
        refused.push(error.message);
      }
    }
    if (done > before && refused.length > 0) continue;
    io.out(`${done} settings were set; the others were so already.`);
    if (refused.length > 0) throw failed(`${refused.length} were refused:\n${refused.join('\n')}`);
    return;
  }
};

const showProblems = async (bridge: Bridge, options: InstallOptions, io: Io): Promise<void> => {
  const problems = [...findSetupProblems(await read(bridge))];
  if (options.json) return io.out(toPlainJson(problems));
  if (problems.length === 0) return io.out('The installation fits together.');
  for (const { sentence } of problems) io.out(sentence);
  throw failed(
    `${problems.length === 1 ? 'One thing does' : `${problems.length} things do`} not fit together.`,
  );
};

/** `plenum install`: sets up an installation, and checks at the end that it fits together. */
export const registerInstallCommand = (program: Command, io: Io) =>
  addConnectOptions(
    program
      .command('install')
      .summary('set up an installation, and check it')
      .description(
        'Sets up zones, sensors, dampers, constants, fan, unit, favourites and lamps step by step, then finds what does not fit together. Needs the installer key of the bridge, or its own machine.',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443'),
  )
    .option('--export <file>', 'write the house to a house file (YAML), and change nothing')
    .option('--export-list <file>', 'write only a list of settings, and change nothing')
    .option('--import <file>', 'set up everything as in a house file or such a list')
    .option('--check', 'only find what does not fit together')
    .action(async (host: string | undefined, options: InstallOptions) =>
      withBridge(host, options, io, async (bridge) => {
        if (options.export !== undefined) return exportHouse(bridge, options.export, io);
        if (options.exportList !== undefined) return exportList(bridge, options.exportList, io);
        if (options.import !== undefined) await importSetup(bridge, options.import, io);
        else if (!options.check && io.isInteractive) {
          const { setUpStepByStep } = await import('./install-steps.ts');
          await setUpStepByStep(bridge);
        }
        return showProblems(bridge, options, io);
      }),
    );
