import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening, minOpening } from '@plenum/protocol/zone';
import { AUTO, CLOSE, CONSTANT } from '../ducted/zone-modes.ts';
import type { UnitPlant } from '../model/state.ts';

const { cool, heat, dry, auto } = enumerations.sysMode.values;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/**
 * Temperature range, in hundredths of a degree, over which an automatic damper goes from its lowest to its highest
 * opening.
 */
const BAND = 150;
/** Hundredths of a degree past the setpoint at which the damper reaches its lowest opening. */
const BEYOND = 50;
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

/**
 * Returns the target of an automatic damper: proportional to the distance from the setpoint, unchanged for small
 * differences.
 */
const autoTarget = (zone: Zone, target: number, demand: number, { Scrooge }: Unit): number => {
  const lowest = minOpening(zone);
  const highest = maxOpening(zone);
  const share = Math.min(1, Math.max(0, (demand + BEYOND) / BAND));
  if (share === 0) return Scrooge === 1 ? 0 : lowest;
  if (share === 1) return highest;
  const ideal = lowest + (highest - lowest) * share;
  if (target >= lowest && target <= highest && Math.abs(ideal - target) < MIN_MOVE) return target;
  return Math.round(ideal / STEP) * STEP;
};

/**
 * Returns the target of a zone's damper while the system is on, 0..100 % in steps of 5, before spill protection. Open
 * and override use its highest opening, close shuts it, and constant uses its lowest opening. Auto follows the
 * temperature, and with Scrooge shuts once the setpoint is reached. If there is no reading (a failed sensor) or the
 * unit only ventilates, the damper is open.
 */
export function damperTarget(zone: Zone, target: number, way: number, unit: Unit): number {
  if (zone.Mode === CLOSE) return 0;
  if (zone.Mode === CONSTANT) return minOpening(zone);
  if (zone.Mode !== AUTO || way === 0 || zone.SensorFault === 1 || !isSensed(zone)) return maxOpening(zone);
  const depth = unit.SysMode === dry ? DRY_DEPTH : 0;
  return autoTarget(zone, target, way * (zone.Temp - zone.Setpoint) + depth, unit);
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
