import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening, minOpening } from '@plenum/protocol/zone';
import type { StatusCode } from '../status/status.ts';
import { findHold, zoneStatus } from '../status/zone.ts';
import type { Explanation, ExplanationStep, Extras } from './explanation.ts';
import { extraSteps, type StartCode } from './extras.ts';
import { degrees, nameOf, percent, step } from './figure.ts';
import { supplyStep, temperatureStep } from './temperature.ts';
import { isOwnControlled, leaderStep, unitLimits, unitSteps } from './unit-steps.ts';
import type { StepCode } from './words.ts';
import { zoneChanges } from './zone-changes.ts';

const battery = enumerations.battery;
const rfSignal = enumerations.rfSignal;
const sensorType = enumerations.sensorType;
const zoneMode = enumerations.zoneMode;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const mode = zoneMode.values;

/** Returns the steps for the temperature of a zone, including faults of its sensor. */
const sensorSteps = (zone: Zone): readonly ExplanationStep[] => {
  if (!isSensed(zone)) return [step('no-sensor')];
  const temperature = degrees(zone.Temp);
  if (zone.SensorFault === 1) return [step('sensor-failed', { temperature })];
  const measured = temperatureStep(zone.Temp, zone.Setpoint);
  if (zone.SensType === sensorType.values.wired) return [measured];
  if (zone.BattVolt === battery.values.empty) return [measured, step('sensor-flat', { temperature })];
  return zone.RfSignal === rfSignal.values.none
    ? [measured, step('sensor-lost', { temperature })]
    : [measured];
};

const modeCodes: Readonly<Record<number, StepCode>> = {
  [mode.open]: 'zone-open',
  [mode.close]: 'zone-close',
  [mode.override]: 'zone-override',
  [mode.constant]: 'zone-constant',
};

const damperCodes: Readonly<Partial<Record<StatusCode, StepCode>>> = {
  'damper-stuck': 'damper-stuck',
  'held-for-control': 'held-for-control',
  'held-for-air': 'held-for-air',
  'damper-not-driven': 'damper-not-driven',
  'closed-held': 'held-at-limit',
};

const damperStep = (zone: Zone, hold: StatusCode | undefined): ExplanationStep => {
  const code = hold && damperCodes[hold];
  const opening = percent(zone.DmpPos);
  if (code !== undefined) return step(code, { opening });
  return zone.DmpPos === 0 ? step('damper-shut') : step('damper-open', { opening });
};

/** Returns the steps for the limits of the opening, without a limit that does not apply to the current opening. */
const limitSteps = (zone: Zone, { AirflowLock, SysOn }: Unit): readonly ExplanationStep[] => {
  const [lowest, highest] = [minOpening(zone), maxOpening(zone)];
  const isLowestKept = zone.Mode !== mode.close && (SysOn !== 1 || zone.DmpPos >= lowest);
  return [
    ...(highest < 100 && zone.DmpPos <= highest ? [step('max-air', { limit: percent(highest) })] : []),
    ...(lowest > 0 && isLowestKept ? [step('min-air', { limit: percent(lowest) })] : []),
    ...(AirflowLock > 0 && (highest < 100 || lowest > 0) ? [step('airflow-locked')] : []),
  ];
};

const startCode: StartCode = ({ mode: value }) => {
  if (value === mode.close) return 'next-close';
  if (value === mode.constant) return 'next-constant';
  return value === mode.auto ? 'next-auto' : 'next-open';
};

/** Explains the state of a zone of the ducted system. */
export function explainZone(zone: Zone, unit: Unit, { zone: zones }: Datagrams, extras: Extras): Explanation {
  const status = zoneStatus(zone, unit);
  const hold = findHold(zone, unit);
  return {
    kind: 'zone',
    index: zone.Index,
    name: nameOf(zone),
    status,
    steps: [
      ...sensorSteps(zone),
      step(modeCodes[zone.Mode] ?? (hold === undefined ? 'zone-auto' : 'zone-auto-held')),
      ...unitSteps(unit),
      leaderStep(unit, zones, zone.Index),
      ...(unit.SysOn === 1 ? [supplyStep(unit.Supply, isSensed(zone) ? zone.Temp : undefined, extras)] : []),
      damperStep(zone, hold),
      ...limitSteps(zone, unit),
      ...unitLimits(unit),
      ...extraSteps(extras, { startCode, canStop: unit.SysOn === 1 && !isOwnControlled(unit) }),
    ],
    changes: zoneChanges(zone, unit, { zones, status }),
  };
}
