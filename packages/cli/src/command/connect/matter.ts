import { once } from 'node:events';
import { steadyClock } from '@plenum/platform/clock';
import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { addConnectOptions, type ConnectOptions, followHouse, needBridge } from '../../option/connect.ts';
import { addMatterOptions, loadMatter, type MatterFlags, showHouse } from '../../option/matter-options.ts';
import { option } from '../../option/option.ts';
import { toOwnError } from '../../option/optional-package.ts';

interface MatterCommandFlags extends ConnectOptions, MatterFlags {
  readonly bridge?: string;
  readonly data: string;
}

/** Shows the bridge at an address over Matter until the command ends. */
const run = async (flags: MatterCommandFlags, io: Io) => {
  const bridge = needBridge(flags.bridge);
  const { data } = flags;
  const log = createLineLog(io);
  const matter = await loadMatter();
  const house = await followHouse(bridge, flags, { io, log });
  if (house === undefined) return;
  await using _ = house;
  await using __ = await showHouse(matter, { house, flags, io, data, clock: steadyClock, log });
  io.out('Stop with Ctrl+C.');
  if (!io.signal.aborted) await once(io.signal, 'abort');
};

/** `plenum matter`: makes a house available to Matter controllers. */
export function registerMatterCommand(program: Command, io: Io) {
  const command = addConnectOptions(
    program
      .command('matter')
      .summary('show a bridge to Matter controllers: Apple Home, Google Home, Alexa and others')
      .description(
        'Shows the rooms, units and lights of a house to Matter controllers and carries out their commands, until Ctrl+C. Prints the code to pair with; the pairings are stored in the data folder.',
      )
      .option('--bridge <host>', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .addOption(option('--data <dir>', 'DATA', 'folder for the pairings').default('data/matter')),
  );
  addMatterOptions(command).action((flags: MatterCommandFlags) =>
    run(flags, io).catch((error: unknown) => {
      throw toOwnError(error);
    }),
  );
}
