import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { unitActivity } from '../status/activity.ts';
import { faultCodeOf } from '../status/fault-code.ts';
import { controlZoneOf, leaderOf } from '../status/unit.ts';
import type { ExplanationStep } from './explanation.ts';
import { degrees, minutes, nameOf, step, word } from './figure.ts';
import type { StepCode } from './words.ts';

const sysMode = enumerations.sysMode;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const mode = sysMode.values;

const modeCodes: Readonly<Record<number, StepCode>> = {
  [mode.cool]: 'unit-cool',
  [mode.heat]: 'unit-heat',
  [mode.dry]: 'unit-dry',
  [mode.auto]: 'unit-auto',
  [mode.vent]: 'unit-vent',
  [mode.exhaust]: 'unit-vent',
  [mode['pump only']]: 'unit-vent',
};

/** Returns the steps for the current mode of the unit, and its fault if it has one. */
export function unitSteps(unit: Unit): readonly ExplanationStep[] {
  const fault = faultCodeOf(unit.ACError);
  return [
    step(unit.SysOn === 1 ? (modeCodes[unit.SysMode] ?? 'unit-on') : 'unit-off'),
    ...(fault === undefined ? [] : [step('unit-fault', { fault: word(fault) })]),
  ];
}

/**
 * Returns the step that names the zone or the return air that controls the unit, or the zone whose sensor failed
 * (interface 2.2, RAS and CtrlZone). `here` is the explained zone.
 */
export function leaderStep(unit: Unit, zones: readonly Zone[], here?: number): ExplanationStep {
  const leader = leaderOf(unit, zones);
  if (leader !== undefined && leader.Index === here) return step('leads');
  const { Temp, Setpoint } = leader ?? unit;
  const figures = { temperature: degrees(Temp), setpoint: degrees(Setpoint) };
  if (leader !== undefined) return step('led-by-zone', { ...figures, leader: word(nameOf(leader)) });
  const index = controlZoneOf(unit);
  const silent = zones.find(({ Index }) => Index === index);
  return silent === undefined
    ? step('led-by-return-air', figures)
    : step('leader-failed', { ...figures, leader: word(nameOf(silent)) });
}

/** True if the unit is on and neither cools nor heats at the moment, without a fault. */
const isPausing = (unit: Unit): boolean =>
  unitActivity(unit) === 'idle' && faultCodeOf(unit.ACError) === undefined;

/** Returns the steps for the limits of the unit: locks, its own controls, timers. */
export function unitLimits(unit: Unit): readonly ExplanationStep[] {
  const isOwn = isOwnControlled(unit);
  const left = unit.SleepTimerM > 0 ? unit.SleepTimerM : unit.SleepTimer;
  const pause = unit.GasHeat?.AnticycleTime ?? 0;
  return [
    ...(unit.EcoLock === 1
      ? [step('eco-lock', { min: degrees(unit.EcoMin), max: degrees(unit.EcoMax) })]
      : []),
    ...(isOwn ? [step('own-controls')] : []),
    ...(unit.LockStatus === 1 ? [step('wall-lock')] : []),
    ...(unit.SysOn === 1 && left > 0 && !isOwn ? [step('sleep', { left: minutes(left) })] : []),
    ...(isPausing(unit) && pause > 0 ? [step('pause', { pause: minutes(pause) })] : []),
  ];
}

/** The type of a system that controls only zones (interface 2.2, SysType). */
const zonesOnly = 210;

/** True if only the unit's own controls can switch it on and off. */
export const isOwnControlled = ({ SysType, HvacOnOff }: Unit): boolean =>
  SysType === zonesOnly || HvacOnOff === 0;
