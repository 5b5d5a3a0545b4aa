import { catalogue } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { enumerations } from '@plenum/protocol/field';

const cpuType = enumerations.cpuType;

type Is = (command: Command) => boolean;

const named =
  (...names: readonly string[]): Is =>
  ({ name }) =>
    names.includes(name);
const ofSection =
  (section: string): Is =>
  (command) =>
    command.section === section;

/** Lighting commands that are not part of a setup: commands for occasional use, and commands that are refused. */
const notOfSetup = named('LiAlSnooze', 'LiNetSet', 'LiNewBridge', 'ReSetMe', 'AppleHomeKitPair', 'Time');

/** The steps whose commands are listed here. All other commands of section 1 belong to the step of the unit. */
const namedSteps = {
  house: named('NoOfZones', 'LockZoneNames', 'SysTag1', 'SysTag2'),
  rooms: named(
    'ZoneName',
    'ZoneSetting',
    'Crfs2SensorPair',
    'SensorCalib',
    'ZoneMinAir',
    'ZoneMaxAir',
    'BalanceMin',
    'BalanceMax',
    'ZoneArea',
    'ZoneBypass',
    'DamperSkip',
  ),
  sensors: named('RASSet', 'MasterZone', 'RfPair', 'ChangeRfCh', 'SetWiredLeds'),
  dampers: named(
    'DamperTime',
    'ReverseDampers',
    'OpenDampersWhenOff',
    'AutoOff',
    'NoOfConstants',
    'CnstCtrlAreaEn',
    'CnstCtrlArea',
    'UseUnductEnergy',
    'AirflowLock',
    'AirflowMinLock',
    'ScroogeMode',
  ),
  fan: named('FanAutoEn', 'FanAutoType', 'FanCapacity', 'FanUnitCapacity', 'StaticP'),
} as const;

const steps = {
  ...namedSteps,
  unit: (command) =>
    command.section === 'installer 1' && !Object.values(namedSteps).some((has) => has(command)),
  ventilation: ofSection('installer 2'),
  cooler: ofSection('installer 3'),
  favourites: ({ component, name }) =>
    component === 'schedule' && name !== 'FavouriteSet' && name !== 'EvapFavSettings',
  power: ({ section, name }) => section === 'installer 5' || name === 'ChannelName',
  lamps: (command) =>
    command.subsystem === 'lighting' && !command.over.includes('cloud') && !notOfSetup(command),
} as const satisfies Readonly<Record<string, Is>>;

/** A step of the setup. */
export type SetupStep = keyof typeof steps;

/** The steps, in the order in which an installer takes them. */
export const setupSteps = Object.keys(steps) as readonly SetupStep[];

const isCooler = ({ unit: [unit] }: Datagrams): boolean => unit?.CpuType === cpuType.values.evaporative;

/** Returns all commands that apply to a house, in the order of the interface. */
export const commandsOfHouse = (datagrams: Datagrams): readonly Command[] =>
  [...catalogue.values()].filter(
    (command) => datagrams[command.component].length > 0 && (!steps.cooler(command) || isCooler(datagrams)),
  );

/** Returns the commands of a step that apply to a house, in the order of the interface. */
export const commandsOfStep = (step: SetupStep, datagrams: Datagrams): readonly Command[] =>
  commandsOfHouse(datagrams).filter(steps[step] as Is);
