import type { DatagramOf } from '@plenum/protocol/component';
import { unitName } from '../health/component-alerts.ts';
import { faultCodeOf } from '../status/fault-code.ts';
import type { Status, StatusCode } from '../status/status.ts';
import { leaderOf, unitStatus } from '../status/unit.ts';
import type { Change, Explanation, ExplanationStep, Extras } from './explanation.ts';
import { extraSteps } from './extras.ts';
import { degrees, step, word } from './figure.ts';
import { alone, change, makeUnitRun, setpointFor, whoLeads } from './leader-changes.ts';
import { supplyStep, temperatureStep } from './temperature.ts';
import { isOwnControlled, leaderStep, unitLimits, unitSteps } from './unit-steps.ts';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** Returns the suggested changes to the setpoint that controls the unit. */
const toMove = (unit: Unit, zones: readonly Zone[]): readonly Change[] => {
  const leader = whoLeads(unit, zones);
  if (leader.isOwn && unit.HvacSetpoint === 0) return [change('own-controls')];
  return (['cool', 'heat'] as const).flatMap((need) => {
    const setpoint = setpointFor(need, leader.temperature, unit);
    if (setpoint === undefined) return [];
    const code = alone[need][leader.isOwn ? 'unit' : 'zone'];
    return [change(code, leader.figures(setpoint), [leader.command(setpoint)])];
  });
};

type Find = (unit: Unit, zones: readonly Zone[]) => readonly Change[];

const byStatus: Readonly<Partial<Record<StatusCode, Find>>> = {
  'unit-off': (unit) =>
    isOwnControlled(unit) ? [change('own-controls')] : [change('switch-on', {}, [{ SysOn: 1 }])],
  'unit-fault': (unit) => [change('call-service', { fault: word(faultCodeOf(unit.ACError) ?? '') })],
  cooling: () => [change('wait-target')],
  heating: () => [change('wait-target')],
  drying: () => [change('wait-target')],
  'at-target': toMove,
  'waits-to-cool': (unit, zones) => makeUnitRun(unit, 'cool', { zones }),
  'waits-to-heat': (unit, zones) => makeUnitRun(unit, 'heat', { zones }),
  'too-warm': (unit, zones) => makeUnitRun(unit, 'cool', { zones }),
  'too-cool': (unit, zones) => makeUnitRun(unit, 'heat', { zones }),
};

/** Returns the steps for the controlling temperature and setpoint, with the room they belong to. */
const controlSteps = (unit: Unit, zones: readonly Zone[]): readonly ExplanationStep[] => {
  const leader = leaderOf(unit, zones);
  const { Temp, Setpoint } = leader ?? unit;
  return [
    leaderStep(unit, zones),
    temperatureStep(Temp, Setpoint),
    ...(leader === undefined ? [] : [step('setpoint-unused', { setpoint: degrees(unit.Setpoint) })]),
  ];
};

/** Explains the state of the ducted unit. */
export function explainUnit(unit: Unit, zones: readonly Zone[], extras: Extras): Explanation {
  const status: Status = unitStatus(unit, zones);
  const isOwn = isOwnControlled(unit);
  const found = byStatus[status.code]?.(unit, zones) ?? [];
  return {
    kind: 'unit',
    index: 0,
    name: unitName,
    status,
    steps: [
      ...unitSteps(unit),
      ...controlSteps(unit, zones),
      ...(unit.SysOn === 1 ? [supplyStep(unit.Supply, unit.Temp, extras)] : []),
      ...unitLimits(unit),
      ...extraSteps(extras, {
        startCode: () => (unit.SysOn === 1 || isOwn ? 'next-begins' : 'next-on'),
        canStop: unit.SysOn === 1 && !isOwn,
      }),
    ],
    changes: found.length > 0 ? found : [change('none')],
  };
}
