import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { hasNumbers, isUnitKnown, needOf, unitActivity } from './activity.ts';
import { faultCodeOf } from './fault-code.ts';
import { whileIdle } from './idle.ts';
import { type Status, type StatusFacts, unknown } from './status.ts';

const returnAirSensor = enumerations.returnAirSensor;
const sysMode = enumerations.sysMode;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** The `CtrlZone` of a unit that follows only its own setpoint. */
const ownSetpoint = 15;

/**
 * Returns the index of the zone whose sensor and setpoint control the unit (interface 2.2); undefined if the unit
 * follows its own setpoint.
 */
export const controlZoneOf = ({ RAS, CtrlZone }: Pick<Unit, 'RAS' | 'CtrlZone'>): number | undefined =>
  RAS === returnAirSensor.values['return air'] || CtrlZone === ownSetpoint ? undefined : CtrlZone;

/**
 * Returns the zone that currently controls the unit; undefined if the unit follows its own setpoint, for example
 * because the zone's sensor failed.
 */
export function leaderOf(unit: Unit, zones: readonly Zone[]): Zone | undefined {
  const index = controlZoneOf(unit);
  const zone = zones.find(({ Index }) => Index === index);
  const isMeasured = zone !== undefined && isSensed(zone) && hasNumbers(zone, ['Temp', 'Setpoint']);
  return isMeasured && zone.SensorFault !== 1 ? zone : undefined;
}

/**
 * Returns the status of the ducted unit from its datagram and those of its zones (interface 2.2, RAS and CtrlZone).
 */
export function unitStatus(unit: Unit, zones: readonly Zone[]): Status {
  if (!isUnitKnown(unit)) return unknown;
  const activity = unitActivity(unit, zones);
  const leader = leaderOf(unit, zones);
  const { Temp: temperature, Setpoint: setpoint } = leader ?? unit;
  const facts: StatusFacts = {
    temperature,
    setpoint,
    ...(leader && { leader: leader.Name?.trim() ?? `zone ${leader.Index}` }),
  };
  const as = (code: Status['code']): Status => ({ code, activity, facts });
  const fault = faultCodeOf(unit.ACError);
  if (fault !== undefined) return { code: 'unit-fault', activity: 'off', facts: { fault } };
  if (activity === 'off') return as('unit-off');
  if (activity === 'vent') return as('fan-only');
  if (activity === 'heat') return as('heating');
  if (activity === 'cool') return as(unit.SysMode === sysMode.values.dry ? 'drying' : 'cooling');
  return as(whileIdle(unit.SysMode, needOf(temperature, setpoint)));
}
