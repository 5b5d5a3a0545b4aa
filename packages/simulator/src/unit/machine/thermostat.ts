import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { burnsGas } from '../../ducted/burner.ts';
import type { Running, UnitPlant } from '../../model/state.ts';
import { FAN_COIL, regulate } from '../../physics/index.ts';
import type { ControlError } from '../control-error.ts';
import { findGasLoad } from './gas-heat.ts';

const { cool, heat, dry, auto } = enumerations.sysMode.values;

type Unit = DatagramOf<'unit'>;

/** Hundredths of a degree past the setpoint at which the unit starts, and at which it stops. */
const START = 50;
const STOP = -50;
/** Seconds an inverter takes from 0 to full load. */
const RAMP = 240;
const MIN_LOAD = 0.2;
/** Relative humidities in % at which drying starts and stops. */
const DAMP = 55;
const DRY_ENOUGH = 50;
/**
 * Hundredths of a degree relative to the setpoint: drying stops below the first because the room is too cold, and may
 * start again above the second.
 */
const DRY_DEPTH = -150;
const DRY_AGAIN = -50;
const DRY_LOAD = 0.5;

const minute = 60_000;

/**
 * Changes auto mode between cooling and heating at half its deadband from the setpoint (interface 2.2, AutoModeDeadB).
 */
const updateLeaning = ({ AutoModeDeadB }: Unit, plant: UnitPlant, balance: number): void => {
  if (balance >= AutoModeDeadB / 2) plant.leaning = 'cool';
  else if (balance <= -AutoModeDeadB / 2) plant.leaning = 'heat';
};

/** Starts above one threshold and stops below the other. */
const withHysteresis = (runs: boolean, need: number, start: number, stop: number): boolean =>
  runs ? need > stop : need >= start;

/** Returns how far past the setpoint the unit starts, in hundredths of a degree: half the deadband in auto mode. */
const startOf = ({ SysMode, AutoModeDeadB }: Unit): number => (SysMode === auto ? AutoModeDeadB / 2 : START);

/** Hundredths of a degree past the setpoint at which the unit stops in auto mode: two steps of a sensor. */
const STOP_IN_AUTO = -20;

/** Returns where the unit stops. A gas burner, at full heat or off, stops at the setpoint. */
const stopOf = (unit: Unit, way: Running): number => {
  if (way === 'heat' && burnsGas(unit)) return 0;
  return unit.SysMode === auto ? STOP_IN_AUTO : STOP;
};

/**
 * True if drying has to start or continue: it starts when the air is damp or warm, and stops before the room gets cold.
 */
const needsDrying = ({ InRh }: Unit, runs: boolean, excess: number): boolean => {
  if (excess <= DRY_DEPTH) return false;
  return runs ? InRh > DRY_ENOUGH || excess > 0 : (InRh >= DAMP && excess > DRY_AGAIN) || excess >= START;
};

/** Returns the direction in which the mode lets the machine change the temperature; idle if it does not. */
const wayOf = ({ SysMode }: Unit, { leaning }: UnitPlant): Running => {
  if (SysMode === auto) return leaning;
  if (SysMode === heat) return 'heat';
  return SysMode === cool ? 'cool' : 'idle';
};

/** Returns the activity that the temperature requires, ignoring the minimum times. */
const findTarget = (unit: Unit, plant: UnitPlant, excess: number): Running => {
  if (unit.SysMode === dry) return needsDrying(unit, plant.running === 'cool', excess) ? 'cool' : 'idle';
  const way = wayOf(unit, plant);
  const need = way === 'heat' ? -excess : excess;
  return withHysteresis(plant.running === way, need, startOf(unit), stopOf(unit, way)) ? way : 'idle';
};

/** True if the activity of the machine fits the mode, so only the temperature would stop it. */
const matchesMode = ({ SysMode }: Unit, { running, leaning }: UnitPlant): boolean => {
  if (SysMode === auto) return running === leaning;
  return running === 'heat' ? SysMode === heat : SysMode === cool || SysMode === dry;
};

/** Begins another activity. A run begins without an integral. */
export function switchTo(plant: UnitPlant, to: Running, at: number): void {
  plant.running = to;
  plant.since = at;
  plant.integral = 0;
}

/** True if a machine that stopped has rested for `AnticycleTime`. */
export const hasRested = ({ GasHeat: { AnticycleTime } }: Unit, { since }: UnitPlant, at: number): boolean =>
  at - since >= AnticycleTime * minute;

/** Moves the load of a compressor towards another one for one step. */
export function moveLoad(plant: UnitPlant, load: number, seconds: number): void {
  const reach = seconds / RAMP;
  plant.load += Math.min(reach, Math.max(-reach, load - plant.load));
}

const findLoad = (unit: Unit, plant: UnitPlant, excess: number, seconds: number): number => {
  if (unit.SysMode === dry) return DRY_LOAD;
  const error = (plant.running === 'heat' ? -excess : excess) / 100;
  return Math.max(MIN_LOAD, regulate(plant, FAN_COIL, { error, seconds }));
};

/** Stops the machine immediately. */
export function stopMachine(plant: UnitPlant, at: number): void {
  if (plant.running !== 'idle') switchTo(plant, 'idle', at);
  plant.load = 0;
}

/**
 * Decides the machine's activity and load for one step. Between runs it is idle for `AnticycleTime`, and once started
 * it runs for `MinRunTime` (minutes; interface 2.2 has them under GasHeat, and every kind of unit uses them). From
 * cooling to heating it goes through idle. Only the thermostat observes the minimum run time: a mode that does not fit
 * stops the machine immediately. A compressor takes minutes to reach its load; a gas burner has stages.
 */
export function runThermostat(
  unit: Unit,
  plant: UnitPlant,
  { excess, balance }: ControlError,
  { from, seconds }: { from: number; seconds: number },
): void {
  if (unit.SysMode === auto) updateLeaning(unit, plant, balance);
  const target = findTarget(unit, plant, excess);
  const lasted = from - plant.since;
  if (plant.running === 'idle') {
    if (target !== 'idle' && hasRested(unit, plant, from)) switchTo(plant, target, from);
  } else if (target !== plant.running) {
    if (lasted >= unit.GasHeat.MinRunTime * minute || !matchesMode(unit, plant))
      switchTo(plant, 'idle', from);
  }
  if (plant.running === 'idle') {
    plant.load = 0;
    return;
  }
  if (plant.running === 'heat' && burnsGas(unit)) {
    const { load, since } = plant;
    plant.load = findGasLoad(unit, { load, need: -excess, start: startOf(unit), lasted: from - since });
    return;
  }
  moveLoad(plant, findLoad(unit, plant, excess, seconds), seconds);
}
