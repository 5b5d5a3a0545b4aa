import type { MatterOptions } from '@plenum/matter';
import type { Command } from 'commander';
import { readPort } from '../input/number.ts';
import { option } from './option.ts';
import { loadOptional } from './optional-package.ts';

/** How a house is shown over Matter, as options of `plenum matter` and of `plenum bridge`. */
export interface MatterFlags {
  readonly matterPort: number;
  readonly matterInterface?: string;
  readonly matterAllowGarage?: true;
}

/** Adds the options of Matter. */
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

/** The package that does it, which is installed beside this one by those who want it. */
export const loadMatter = () => loadOptional('@plenum/matter', () => import('@plenum/matter'));

/** The options of Matter as its package takes them. */
export const readMatter = ({
  matterPort: port,
  matterInterface: networkInterface,
  matterAllowGarage: allowGarage,
}: MatterFlags): Pick<MatterOptions, 'port' | 'networkInterface' | 'allowGarage'> => ({
  port,
  networkInterface,
  allowGarage,
});
