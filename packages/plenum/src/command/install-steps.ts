import { autocomplete, isCancel, log, select } from '@clack/prompts';
import { type Bridge, BridgeError } from '@plenum/client';
import { catalogue, type Command as Definition } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { kinds } from '@plenum/protocol/component';
import { promptBody } from './prompt-command.ts';

/** A part of the work: what an installer calls it, and which commands belong to it. */
interface Part {
  readonly label: string;
  readonly has: (command: Definition) => boolean;
}

const named =
  (...names: readonly string[]) =>
  ({ name }: Definition): boolean =>
    names.includes(name);

const zones = named('NoOfZones', 'ZoneName', 'ZoneArea', 'LockZoneNames');
const sensors = named(
  'ZoneSetting',
  'SensorCalib',
  'RfPair',
  'Crfs2SensorPair',
  'RASSet',
  'MasterZone',
  'ChangeRfCh',
  'SetWiredLeds',
);
const dampers = named(
  'BalanceMax',
  'BalanceMin',
  'DamperSkip',
  'DamperTime',
  'ReverseDampers',
  'OpenDampersWhenOff',
  'UseUnductEnergy',
  'AirflowLock',
  'AirflowMinLock',
  'ScroogeMode',
);
const constants = named('NoOfConstants', 'ZoneBypass', 'CnstCtrlAreaEn', 'CnstCtrlArea', 'AutoOff');
const fan = named('FanAutoEn', 'FanAutoType', 'FanCapacity', 'FanUnitCapacity', 'StaticP');
const apart = [zones, sensors, dampers, constants, fan];

const parts: readonly Part[] = [
  { label: 'Zones', has: zones },
  { label: 'Sensors', has: sensors },
  { label: 'Dampers and balance', has: dampers },
  { label: 'Constant zones', has: constants },
  { label: 'Fan', has: fan },
  {
    label: 'Unit',
    has: (command) => command.section === 'installer 1' && !apart.some((has) => has(command)),
  },
  { label: 'Ventilation', has: ({ section }) => section === 'installer 2' },
  { label: 'Evaporative cooler', has: ({ section }) => section === 'installer 3' },
  { label: 'Favourites', has: ({ component, name }) => component === 'schedule' && name !== 'FavouriteSet' },
  {
    label: 'Power monitor',
    has: ({ section, name }) => section === 'installer 5' || name === 'ChannelName',
  },
  {
    label: 'Lamps',
    has: ({ subsystem, over }) => subsystem === 'lighting' && !over.includes('cloud'),
  },
];

const stop = '';

/** The commands of a part that are for something this house has. */
const commandsOf = ({ has }: Part, datagrams: Datagrams): readonly Definition[] =>
  [...catalogue.values()].filter((command) => has(command) && datagrams[command.component].length > 0);

const promptPart = async (datagrams: Datagrams): Promise<Part | undefined> => {
  const offered = parts.filter((part) => commandsOf(part, datagrams).length > 0);
  const label = await select({
    message: 'What do you set up?',
    options: [
      ...offered.map((part) => ({ value: part.label, label: part.label })),
      { value: stop, label: 'Done' },
    ],
  });
  return isCancel(label) ? undefined : offered.find((part) => part.label === label);
};

const promptCommand = async (part: Part, datagrams: Datagrams): Promise<Definition | undefined> => {
  const commands = commandsOf(part, datagrams);
  const name = await autocomplete({
    message: part.label,
    options: [
      ...commands.map((command) => ({ value: command.name, label: command.name, hint: command.summary })),
      { value: stop, label: 'Back' },
    ],
    maxItems: 14,
  });
  return isCancel(name) ? undefined : commands.find((command) => command.name === name);
};

/** Goes through the parts of an installation with its installer, command by command, until there is no more to do. */
export const setUpStepByStep = async (bridge: Bridge): Promise<void> => {
  for (;;) {
    const part = await promptPart((await bridge.datagrams()) as Datagrams);
    if (part === undefined) return;
    for (;;) {
      const definition = await promptCommand(part, (await bridge.datagrams()) as Datagrams);
      if (definition === undefined) break;
      log.info(`${definition.summary} (${kinds[definition.component].name})`);
      const body = await promptBody(definition);
      try {
        await bridge.command(definition.name as never, body as never);
        log.success('Done.');
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        log.error(error.message);
      }
    }
  }
};
