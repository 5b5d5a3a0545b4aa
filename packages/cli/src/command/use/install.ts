import { writeFileSync } from 'node:fs';
import type { Bridge } from '@plenum/client';
import { findSetupProblems, toSetup } from '@plenum/insight/setup';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';
import { fileProblem, importSetup, readBridge, readHouseFile } from './import-house.ts';

interface InstallOptions extends ConnectOptions {
  readonly export?: string;
  readonly exportList?: string;
  readonly import?: string;
  readonly check?: true;
}

const write = (option: string, file: string, text: string): void => {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw fileProblem(option, file, error);
  }
};

const exportList = async (bridge: Bridge, file: string, io: Io): Promise<void> => {
  const { writeSetup } = await import('@plenum/simulator');
  const setup = toSetup(await readBridge(bridge));
  write('--export-list', file, writeSetup(setup));
  io.out(`${file} has ${setup.length} settings.`);
};

/**
 * Writes a house file: for a simulated house, its own file; for a real house, a file derived from its components, with
 * typical values for the rest.
 */
const exportHouse = async (bridge: Bridge, file: string, io: Io): Promise<void> => {
  const { exportAssumedHouse, writeHouse } = await import('@plenum/simulator');
  const house = await readHouseFile(bridge);
  if (house !== undefined) {
    write('--export', file, writeHouse(house));
    return io.out(`${file} contains the house: plenum bridge --house ${file}`);
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  write('--export', file, writeHouse(exportAssumedHouse(await readBridge(bridge), timeZone), true));
  io.out(`${file} contains what the bridge shows; its comments list the assumptions.`);
};

const showProblems = async (bridge: Bridge, options: InstallOptions, io: Io): Promise<void> => {
  const problems = [...findSetupProblems(await readBridge(bridge))];
  if (options.json) return io.out(toPlainJson(problems));
  if (problems.length === 0) return io.out('The setup has no conflicts.');
  for (const { sentence } of problems) io.out(sentence);
  throw failed(problems.length === 1 ? 'There is one conflict.' : `There are ${problems.length} conflicts.`);
};

/** `plenum install`: sets up a house, and finally checks that the settings are consistent. */
export const registerInstallCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('install')
      .summary('set up a house, and check the setup')
      .description(
        'Sets up zones, sensors, dampers, constants, fan, unit, favourites and lamps step by step, then finds conflicts. Needs the installer key of the bridge, or its own machine.',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443'),
  )
    .option('--export <file>', 'write the house to a house file (YAML), and change nothing')
    .option('--export-list <file>', 'write only a list of settings, and change nothing')
    .option('--import <file>', 'set up everything as in a house file or a list of settings')
    .option('--check', 'only find conflicts')
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
