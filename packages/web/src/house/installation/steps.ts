import { commandsOfStep, type SetupProblem, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { type PlainKey, t } from '../../text/text.ts';

/** The time zone of the house, which no command sets. */
export const zoneStep = 'time-zone';
/** The step at the end. */
export const check = 'check';
/** The place for every command as it is sent, behind the steps. */
export const advanced = 'advanced';
export type PageStep = SetupStep | typeof zoneStep | typeof check | typeof advanced;

/** The steps of a house: those that have something to set up there, the check, and the commands themselves. */
export const stepsOf = (datagrams: Datagrams): readonly PageStep[] => {
  const isThere = (step: SetupStep) => commandsOfStep(step, datagrams).length > 0;
  const [rooms, ...others] = setupSteps;
  return [...[rooms!].filter(isThere), zoneStep, ...others.filter(isThere), check, advanced];
};

/** What is done for one room, with the commands that do it. */
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

/** The step in which what does not fit together is mended. */
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
