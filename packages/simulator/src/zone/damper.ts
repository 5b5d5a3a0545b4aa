import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening, minOpening } from '@plenum/protocol/zone';
import { AUTO, CLOSE, CONSTANT } from '../ducted/zone-modes.ts';
import type { UnitPlant, ZonePlant } from '../model/state.ts';
import { FAN_COIL, type Regulator, regulate } from '../physics/index.ts';

const { cool, heat, dry, auto } = enumerations.sysMode.values;
const { 'return air': returnAir } = enumerations.returnAirSensor.values;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** Controller of an automatic damper. It is as slow as that of the unit, which changes the air of all zones. */
const DAMPER: Regulator = { band: 1.5, reset: FAN_COIL.reset };
/** Integral term of a damper that has not been driven: it closes half a degree past the setpoint. */
export const NEUTRAL = 1 / 3;
/** Dampers are set in steps of 5 % (interface 2.3), and not moved by less than one and a half steps. */
const STEP = 5;
const MIN_MOVE = 7.5;
/** Target of drying, in hundredths of a degree below the setpoint. */
const DRY_DEPTH = 100;

/**
 * Returns the direction in which the unit changes the temperature: 1 cools, -1 heats, 0 only ventilates. An evaporative
 * cooler can only cool, in either direction of its auto mode.
 */
export function directionOf({ SysMode }: Unit, { leaning, evaporative }: UnitPlant): number {
  if (SysMode === cool || SysMode === dry) return 1;
  if (SysMode === heat) return -1;
  if (SysMode !== auto) return 0;
  return leaning === 'cool' || evaporative !== null ? 1 : -1;
}

/** Hundredths of a degree by which the air in the duct has to differ from a room's to count as warmer or colder. */
const MIN_DIFFERENCE = 100;

/**
 * Returns the direction in which the air in the duct changes the temperature of a zone: 1 cools, -1 heats, or the
 * unit's own direction `way` if it does neither. With UseInductEnergy dampers follow this direction, even against that
 * of the unit.
 */
export function ductDirection({ Supply }: Unit, { Temp }: Zone, way: number): number {
  if (Supply - Temp >= MIN_DIFFERENCE) return -1;
  return Temp - Supply >= MIN_DIFFERENCE ? 1 : way;
}

/** Scratch: the current run of a damper's controller. */
const regulation = { error: 0, seconds: 0 };

/** True if the unit follows the temperature of a zone. */
const isControlling = ({ Index }: Zone, { RAS, CtrlZone }: Unit): boolean =>
  RAS !== returnAir && CtrlZone === Index;

/** The unit that blows through a damper, the direction in which its air changes the temperature, and the step in s. */
interface Blown {
  readonly unit: Unit;
  readonly way: number;
  readonly runs: boolean;
  readonly seconds: number;
}

/**
 * Returns the target of an automatic damper: its controller follows the distance from the setpoint. Small changes of the
 * target are left out. The damper of the zone that the unit follows does not close slowly, because the unit gives less
 * instead; otherwise all dampers would close in the end.
 */
const autoTarget = (zone: Zone, plant: ZonePlant, { unit, way, runs, seconds }: Blown): number => {
  const lowest = minOpening(zone);
  const highest = maxOpening(zone);
  const depth = unit.SysMode === dry ? DRY_DEPTH : 0;
  const error = (way * (zone.Temp - zone.Setpoint) + depth) / 100;
  regulation.error = error;
  regulation.seconds = runs && (error > 0 || !isControlling(zone, unit)) ? seconds : 0;
  const share = regulate(plant, DAMPER, regulation);
  if (share === 0) return unit.Scrooge === 1 ? 0 : lowest;
  if (share === 1) return highest;
  const ideal = lowest + (highest - lowest) * share;
  const { target } = plant;
  if (target >= lowest && target <= highest && Math.abs(ideal - target) < MIN_MOVE) return target;
  return Math.round(ideal / STEP) * STEP;
};

/**
 * Returns the target of a zone's damper while the system is on, 0..100 % in steps of 5, before spill protection. Open
 * and override use its highest opening, close shuts it, and constant uses its lowest opening. Auto follows the
 * temperature, and with Scrooge shuts once the setpoint is passed. If there is no reading (a failed sensor) or the
 * unit only ventilates, the damper is open.
 */
export function damperTarget(zone: Zone, plant: ZonePlant, blown: Blown): number {
  if (zone.Mode === AUTO && blown.way !== 0 && zone.SensorFault === 0 && isSensed(zone))
    return autoTarget(zone, plant, blown);
  plant.integral = NEUTRAL;
  if (zone.Mode === CLOSE) return 0;
  return zone.Mode === CONSTANT ? minOpening(zone) : maxOpening(zone);
}

/**
 * Returns the position of a damper after its motor has run for `seconds`. From end to end it needs `travel` seconds.
 */
export function moveDamper(position: number, target: number, seconds: number, travel: number): number {
  const reach = (100 * seconds) / travel;
  if (Math.abs(target - position) <= reach) return target;
  return target > position ? position + reach : position - reach;
}

/** Returns the displayed position, in steps of 5 %. */
export const toShown = (position: number): number => Math.round(position / STEP) * STEP;
