import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { AUTO, CLOSE, CONSTANT, isSensed } from '../ducted/zone-modes.ts';
import type { UnitPlant } from '../model/state.ts';

const { cool, heat, dry, auto } = enumerations.sysMode.values;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** Hundredths of a degree over which an automatic damper goes from its lowest to its highest opening. */
const BAND = 150;
/** Hundredths of a degree beyond the setpoint at which it is at its lowest. */
const BEYOND = 50;
/** Dampers stand in steps of 5 % (interface 2.3), and are not moved for less than one and a half. */
const STEP = 5;
const MIN_MOVE = 7.5;
/** Drying aims below the setpoint by so many hundredths of a degree. */
const DRY_DEPTH = 100;

/** Which way the unit moves the temperature: 1 cools, -1 heats, 0 only blows. */
export const directionOf = ({ SysMode }: Unit, { leaning }: UnitPlant): number => {
  if (SysMode === cool || SysMode === dry) return 1;
  if (SysMode === heat) return -1;
  if (SysMode !== auto) return 0;
  return leaning === 'cool' ? 1 : -1;
};

/** How far a damper opens and closes: what its zone is set to, within the balance of the system (interface 2.3). */
export const maxOpening = ({ MaxAir, BalanceMin, BalanceMax }: Zone): number =>
  Math.min(BalanceMax, Math.max(BalanceMin, MaxAir));
export const minOpening = ({ MinAir, BalanceMin, BalanceMax }: Zone): number =>
  Math.min(BalanceMax, Math.max(BalanceMin, MinAir));

/** Hundredths of a degree by which the air in the duct has to differ from a room's to warm or cool it. */
const MIN_DIFFERENCE = 100;

/**
 * Which way the air in the duct moves the temperature of a zone: 1 cools, -1 heats; `way` of the unit where it does
 * neither. Dampers that use what the duct holds go by it, whatever the unit is about to do (UseInductEnergy).
 */
export const ductDirection = ({ Supply }: Unit, { Temp }: Zone, way: number): number => {
  if (Supply - Temp >= MIN_DIFFERENCE) return -1;
  return Temp - Supply >= MIN_DIFFERENCE ? 1 : way;
};

/** Where an automatic damper belongs: in proportion to its zone's distance from the setpoint, left where it is while it is near. */
const autoTarget = (zone: Zone, target: number, demand: number): number => {
  const lowest = minOpening(zone);
  const highest = maxOpening(zone);
  const share = Math.min(1, Math.max(0, (demand + BEYOND) / BAND));
  if (share === 0) return lowest;
  if (share === 1) return highest;
  const ideal = lowest + (highest - lowest) * share;
  if (target >= lowest && target <= highest && Math.abs(ideal - target) < MIN_MOVE) return target;
  return Math.round(ideal / STEP) * STEP;
};

/**
 * Where the damper of a zone belongs while the system is on, 0..100 % in steps of 5, before spill protection.
 *
 * Open and override hold it at its highest opening, close shuts it, constant keeps it at its lowest. Auto follows the
 * temperature; where nothing is measured (a sensor that failed) or the unit only blows, it is open.
 */
export const damperTarget = (zone: Zone, target: number, way: number, unit: Unit): number => {
  if (zone.Mode === CLOSE) return 0;
  if (zone.Mode === CONSTANT) return minOpening(zone);
  if (zone.Mode !== AUTO || way === 0 || zone.SensorFault === 1 || !isSensed(zone)) return maxOpening(zone);
  const depth = unit.SysMode === dry ? DRY_DEPTH : 0;
  return autoTarget(zone, target, way * (zone.Temp - zone.Setpoint) + depth);
};

/** Where a damper is after some seconds of driving; `travel` s from end to end. */
export const moveDamper = (position: number, target: number, seconds: number, travel: number): number => {
  const reach = (100 * seconds) / travel;
  if (Math.abs(target - position) <= reach) return target;
  return target > position ? position + reach : position - reach;
};

/** A position as it is shown. */
export const toShown = (position: number): number => Math.round(position / STEP) * STEP;
