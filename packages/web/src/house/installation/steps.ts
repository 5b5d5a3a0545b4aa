import { commandsOfStep, type SetupProblem, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { type PlainKey, t } from '../../text/text.ts';

/** The step for the time zone of the house, which no command sets. */
export const zoneStep = 'time-zone';
/** The last step. */
export const check = 'check';
/** The step with every command as it is sent, after the others. */
export const advanced = 'advanced';
export type PageStep = SetupStep | typeof zoneStep | typeof check | typeof advanced;

/** Returns the steps of a house: those with components to set up, the check, and the commands themselves. */
export const stepsOf = (datagrams: Datagrams): readonly PageStep[] => {
  const isThere = (step: SetupStep) => commandsOfStep(step, datagrams).length > 0;
  const [rooms, ...others] = setupSteps;
  return [...[rooms!].filter(isThere), zoneStep, ...others.filter(isThere), check, advanced];
};

/** The setup tasks for one room, with the commands for each. */
export const roomTasks: readonly { readonly title: PlainKey; readonly names: readonly string[] }[] = [
  { title: 'installation.sensor', names: ['ZoneSetting', 'SensorCalib'] },
  { title: 'installation.damperLimits', names: ['ZoneMinAir', 'ZoneMaxAir'] },
  { title: 'installation.balance', names: ['BalanceMin', 'BalanceMax'] },
];

const titles: Readonly<Record<PageStep, PlainKey>> = {
  rooms: 'installation.rooms',
  'time-zone': 'timeZone.title',
  zones: 'installation.zones',
  sensors: 'installation.sensors',
  dampers: 'installation.dampers',
  constants: 'installation.constants',
  fan: 'installation.fan',
  unit: 'installation.unit',
  ventilation: 'installation.ventilation',
  cooler: 'installation.cooler',
  favourites: 'installation.favourites',
  power: 'installation.power',
  lamps: 'installation.lamps',
  check: 'installation.check',
  advanced: 'control.advanced',
};

export const titleOf = (step: PageStep): string => t(titles[step]);

/** The step in which each conflict is fixed. */
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
