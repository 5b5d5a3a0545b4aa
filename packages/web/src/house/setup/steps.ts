import { commandsOfStep, type SetupProblem, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { type PlainKey, t } from '../../text/text.ts';

/** The step for the time zone of the house, which is not set by a command. */
export const zoneStep = 'time-zone';
/** The last step. */
export const check = 'check';
/** The last step, which contains every command with its wire values. */
export const advanced = 'advanced';
export type PageStep = SetupStep | typeof zoneStep | typeof check | typeof advanced;

/** Returns the steps for a house: those with components to set up, the check, and the list of all commands. */
export const stepsOf = (datagrams: Datagrams): readonly PageStep[] => {
  const isThere = (step: SetupStep) => commandsOfStep(step, datagrams).length > 0;
  const [rooms, ...others] = setupSteps;
  return [...[rooms!].filter(isThere), zoneStep, ...others.filter(isThere), check, advanced];
};

/** The setup tasks for one room, with the commands of each. */
export const roomTasks: readonly { readonly title: PlainKey; readonly names: readonly string[] }[] = [
  { title: 'setup.sensor', names: ['ZoneSetting', 'SensorCalib'] },
  { title: 'setup.damperLimits', names: ['ZoneMinAir', 'ZoneMaxAir'] },
  { title: 'setup.balance', names: ['BalanceMin', 'BalanceMax'] },
];

const titles: Readonly<Record<PageStep, PlainKey>> = {
  rooms: 'setup.rooms',
  'time-zone': 'timeZone.title',
  zones: 'setup.zones',
  sensors: 'setup.sensors',
  dampers: 'setup.dampers',
  constants: 'setup.constants',
  fan: 'setup.fan',
  unit: 'setup.unit',
  ventilation: 'setup.ventilation',
  cooler: 'setup.cooler',
  favourites: 'setup.favourites',
  power: 'setup.power',
  lamps: 'setup.lamps',
  check: 'setup.check',
  advanced: 'control.advanced',
};

export const titleOf = (step: PageStep): string => t(titles[step]);

/** The step in which each kind of conflict is fixed. */
export const stepOfProblem: Readonly<Record<SetupProblem['code'], SetupStep>> = {
  'master-without-sensor': 'sensors',
  'zones-without-sensor': 'rooms',
  'constants-missing': 'constants',
  'constant-number': 'rooms',
  'constant-twice': 'rooms',
  'auto-without-sensor': 'rooms',
  'balance-crossed': 'rooms',
  'airflow-outside-balance': 'rooms',
  'spill-unprotected': 'constants',
  'area-too-large': 'constants',
  'fan-auto-off': 'favourites',
  'sensor-fault': 'sensors',
  'damper-fault': 'dampers',
  'generator-counted': 'power',
};
