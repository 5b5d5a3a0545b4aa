import type { House } from '@plenum/client/house';
import type { Matter, MatterOptions } from '@plenum/matter';
import type { Command } from 'commander';
import { toMatterLines } from '../format/paired.ts';
import { readPort } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { option } from './option.ts';
import { loadOptional } from './optional-package.ts';

/** Options of `plenum matter` and `plenum bridge` for showing a house over Matter. */
export interface MatterFlags {
  readonly matterPort: number;
  readonly matterInterface?: string;
  readonly matterAllowGarage?: true;
}

export const addMatterOptions = (command: Command): Command =>
  command
    .addOption(
      option('--matter-port <n>', 'MATTER_PORT', 'UDP port of Matter')
        .default(5540)
        .argParser(readPort('--matter-port')),
    )
    .addOption(
      option(
        '--matter-interface <name>',
        'MATTER_INTERFACE',
        'announce Matter on this network interface only, such as eth0',
      ),
    )
    .addOption(
      option(
        '--matter-allow-garage',
        'MATTER_ALLOW_GARAGE',
        'show garage doors too, and let Matter controllers move them',
      ),
    );

export const loadMatter = () => loadOptional('@plenum/matter', () => import('@plenum/matter'));

/**
 * Exposes a house over Matter according to the options, under the name of the house, and prints how to pair with it.
 */
export async function showHouse(
  { startMatter }: Awaited<ReturnType<typeof loadMatter>>,
  {
    house,
    flags,
    io,
    ...more
  }: Pick<MatterOptions, 'data' | 'clock' | 'log'> & {
    readonly house: House;
    readonly flags: MatterFlags;
    readonly io: Io;
  },
): Promise<Matter> {
  const { matterPort: port, matterInterface: networkInterface, matterAllowGarage: allowGarage } = flags;
  const name = house.datagrams().unit[0]?.Tag1?.trim() || 'Plenum';
  const matter = await startMatter({ house, name, port, networkInterface, allowGarage, ...more });
  for (const line of toMatterLines(matter, house.uid)) io.out(line);
  return matter;
}
