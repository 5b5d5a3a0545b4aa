import { commandsOfStep, type SetupProblem, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { type PlainKey, t } from '../../text/text.ts';

/** The step at the end. */
export const check = 'check';
/** The place for every command as it is sent, behind the steps. */
export const advanced = 'advanced';
export type PageStep = SetupStep | typeof check | typeof advanced;

/** The steps of a house: those that have something to set up there, the check, and the commands themselves. */
export const stepsOf = (datagrams: Datagrams): readonly PageStep[] => [
  ...setupSteps.filter((step) => commandsOfStep(step, datagrams).length > 0),
  check,
  advanced,
];

const titles: Readonly<Record<PageStep, PlainKey>> = {
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
  'zones-without-sensor': 'sensors',
  'constants-missing': 'constants',
  'constant-number': 'sensors',
  'constant-twice': 'sensors',
  'auto-without-sensor': 'sensors',
  'balance-crossed': 'dampers',
  'airflow-outside-balance': 'dampers',
  'spill-unprotected': 'constants',
  'area-too-large': 'constants',
  'fan-auto-off': 'favourites',
  'sensor-fault': 'sensors',
  'damper-fault': 'dampers',
  'generator-counted': 'power',
};
