import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { evapStates } from '@plenum/protocol/unit';
import { type Draft, patch } from '../../model/draft.ts';
import type { EvaporativePhase, EvaporativePlant, UnitPlant } from '../../model/state.ts';

const { cool, vent, auto, exhaust, 'pump only': pumpOnly } = enumerations.sysMode.values;
const { low, medium, auto: autoFan } = enumerations.sysFan.values;

const { screen } = enumerations.evapSensor.values;

type Unit = DatagramOf<'unit'>;
type Evap = Unit['Evap'];

const hour = 3600;
/** Time to drain the tank, in s. */
const DRAIN = 120;
/** Lowest speed of the fan under automatic control, in percent. */
const SLOWEST = 20;
/** Percent by which the automatic fan slows down after its time at the highest speed (AutoFanMaxTime). */
const FAST_STEP = 10;
/** The manual speeds as shares of `FanMax`. High is all of it. */
const MANUAL_SPEEDS: Readonly<Record<number, number>> = { [low]: 0.4, [medium]: 0.7 };
/** Percent below the humidity setpoint at which the pump, which stops at the setpoint, starts again. */
const HUMIDITY_HYSTERESIS = 5;

const enter = (plant: EvaporativePlant, phase: EvaporativePhase, seconds: number): void => {
  plant.phase = phase;
  plant.left = seconds;
};

/** Enters the next phase after one that ends automatically. */
const finish = (plant: EvaporativePlant, { DrAfPrewEn, PostwT }: Evap): void => {
  if (plant.phase === 'prewash' && DrAfPrewEn === 1) enter(plant, 'drain', DRAIN);
  else if (plant.phase === 'prewash' || plant.phase === 'drain') enter(plant, 'run', 0);
  else if (plant.phase === 'post drain') enter(plant, 'post wash', PostwT * 60);
  else if (plant.phase === 'post wash') enter(plant, 'off', 0);
};

const isWetMode = (mode: number): boolean => mode === cool || mode === auto || mode === pumpOnly;

const start = (plant: EvaporativePlant, mode: number, { PrewEn, PrewTime }: Evap): void => {
  if (plant.phase === 'off' && isWetMode(mode) && PrewEn === 1) enter(plant, 'prewash', PrewTime * 60);
  else enter(plant, 'run', 0);
};

const stop = (plant: EvaporativePlant, { PostwEn, DrBfPostwEn, PostwT }: Evap): void => {
  if (plant.phase !== 'run' || plant.undrained === 0 || PostwEn === 0) enter(plant, 'off', 0);
  else if (DrBfPostwEn === 1) enter(plant, 'post drain', DRAIN);
  else enter(plant, 'post wash', PostwT * 60);
  plant.undrained = 0;
};

/** Advances the cycle of washing, running and draining (interface 2.2.1). */
const advancePhase = (unit: Unit, plant: EvaporativePlant, seconds: number): void => {
  const { Evap: settings, SysOn, SysMode } = unit;
  const resting = plant.phase === 'off' || plant.phase === 'post drain' || plant.phase === 'post wash';
  if (SysOn === 1 && resting) start(plant, SysMode, settings);
  else if (SysOn === 0 && !resting) stop(plant, settings);
  else if (plant.left > 0) {
    plant.left = Math.max(0, plant.left - seconds);
    if (plant.left === 0) finish(plant, settings);
  } else if (settings.DrCycEn === 1 && plant.undrained >= settings.DrCycPer * 60) {
    plant.undrained = 0;
    enter(plant, 'drain', DRAIN);
  }
};

/**
 * Returns hundredths of a degree above the setpoint at the sensor that controls the cooler: that of its screen, in the
 * return air, or the remote sensor that controls the unit. Both include their calibration (CtrlSens, CalibTemp).
 */
export const toControlExcess = ({ Temp, Setpoint, Evap }: Unit, followed: number): number =>
  (Evap.CtrlSens === screen ? Temp - Setpoint : followed) + Evap.CalibTemp * 10;

/**
 * Returns the fan speed in percent while the cooler runs, `excess` hundredths of a degree above the setpoint. `byHand`
 * is the manual speed, 0 if none is set.
 */
const findSpeed = (
  unit: Unit,
  { speed: byHand, fastSeconds }: EvaporativePlant,
  { excess, cools }: { excess: number; cools: boolean },
): number => {
  const { FanMax, FanMaxAuto, ExhMax, DeadTemp, AutoFanMaxTime } = unit.Evap;
  if (unit.SysMode === exhaust) return ExhMax;
  if (unit.SysMode === pumpOnly || (unit.SysMode === auto && !cools)) return 0;
  if (byHand > 0) return Math.min(byHand, FanMax);
  if (unit.SysMode === vent || unit.SysFan !== autoFan)
    return Math.round(FanMax * (MANUAL_SPEEDS[unit.SysFan] ?? 1));
  const share = Math.min(1, Math.max(0, excess / DeadTemp));
  const isTired = AutoFanMaxTime > 0 && fastSeconds >= AutoFanMaxTime * 60;
  const most = isTired ? FanMaxAuto - FAST_STEP : FanMaxAuto;
  return Math.min(Math.max(SLOWEST, most), Math.round((SLOWEST + (FanMaxAuto - SLOWEST) * share) / 5) * 5);
};

/**
 * Counts how long the automatic fan requests its highest speed. After AutoFanMaxTime it runs slower until it requests
 * less.
 */
const countFast = (
  unit: Unit,
  plant: EvaporativePlant,
  { excess, runs, seconds }: { excess: number; runs: boolean; seconds: number },
): void => {
  const wantsMost = runs && unit.SysFan === autoFan && excess >= unit.Evap.DeadTemp;
  plant.fastSeconds = wantsMost ? plant.fastSeconds + seconds : 0;
};

const isWet = ({ SysMode, Evap: { RhRead, RhSet } }: Unit, wet: boolean, cools: boolean): boolean => {
  if (SysMode === pumpOnly) return true;
  if (!cools) return false;
  return RhRead < (wet ? RhSet : RhSet - HUMIDITY_HYSTERESIS);
};

/**
 * Makes auto rest while the average of the house is half a deadband too cold (`balance`, hundredths of a degree).
 * Otherwise the cooler would blow cold air into the whole house because of one sunny room.
 */
const updateLeaning = ({ SysMode, AutoModeDeadB }: Unit, machine: UnitPlant, balance: number): void => {
  if (SysMode !== auto || balance >= 0) machine.leaning = 'cool';
  else if (balance <= -AutoModeDeadB / 2) machine.leaning = 'heat';
};

/** True if the cooler should cool: always in cool mode, by a thermostat with the deadband in auto. */
const needsCooling = (
  { SysMode, Evap: { DeadTemp } }: Unit,
  { running, leaning }: UnitPlant,
  excess: number,
): boolean => {
  if (SysMode === cool) return true;
  const enough = running === 'cool' ? -DeadTemp / 2 : DeadTemp / 2;
  return SysMode === auto && leaning === 'cool' && excess > enough;
};

/**
 * Decides the phase, fan and pump of an evaporative cooler for one step, at `excess` hundredths of a degree above the
 * setpoint and with the share `open` of the ducts open. `fault` stops fan and pump. With every damper shut the cooler
 * neither moves nor cools air.
 */
export function runEvaporative(
  unit: Unit,
  machine: UnitPlant,
  { excess, balance, open, seconds }: { excess: number; balance: number; open: number; seconds: number },
): void {
  const plant = machine.evaporative!;
  updateLeaning(unit, machine, balance);
  advancePhase(unit, plant, seconds);
  const runs = plant.phase === 'run' && machine.fault === '';
  const cools = runs && open > 0 && needsCooling(unit, machine, excess);
  countFast(unit, plant, { excess, runs: runs && cools, seconds });
  const wanted = runs && open > 0 ? findSpeed(unit, plant, { excess, cools }) : 0;
  const speed = wanted > 0 && unit.Evap.Inverter === 0 ? 100 : wanted;
  const washes = plant.phase === 'prewash' || plant.phase === 'post wash';
  plant.wet = machine.fault === '' && (washes || (runs && isWet(unit, plant.wet, cools)));
  machine.running = cools ? 'cool' : 'idle';
  machine.fanSpeed = speed / 100;
  if (speed > 0) plant.fanSeconds += seconds;
  if (plant.wet) plant.pumpSeconds += seconds;
  if (plant.wet && runs) plant.undrained += seconds;
}

const phaseText: Readonly<Record<Exclude<EvaporativePhase, 'run'>, string>> = {
  off: evapStates.off,
  prewash: evapStates.prewash,
  drain: evapStates.draining,
  'post drain': evapStates.draining,
  'post wash': evapStates['post wash'],
};

/** Returns `State`, the text on the display. */
const toStateText = ({ SysMode }: Unit, { running, evaporative, fault }: UnitPlant): string => {
  if (fault !== '') return evapStates.fault;
  const { phase } = evaporative!;
  if (phase !== 'run') return phaseText[phase];
  if (SysMode === vent) return evapStates.venting;
  if (SysMode === exhaust) return evapStates.exhaust;
  if (SysMode === pumpOnly) return evapStates['pump only'];
  if (running !== 'cool') return evapStates.standby;
  // While the pump is off, the cooler blows unchanged outside air.
  return evaporative!.wet ? evapStates.cooling : evapStates.venting;
};

/**
 * Shows the operation of an evaporative cooler (interface 2.2.1). A fan that is off shows 1, the lowest value of the
 * field.
 */
export function showEvaporative(draft: Draft, humidity: number): void {
  const unit = draft.datagrams.unit[0]!;
  const machine = draft.plant.unit!;
  const { fanSeconds, pumpSeconds } = machine.evaporative!;
  const before = unit.Evap;
  const FanSpeed = Math.max(1, Math.round(machine.fanSpeed * 100));
  const State = toStateText(unit, machine);
  const FanRunH = Math.floor(fanSeconds / hour);
  const PumpRunH = Math.floor(pumpSeconds / hour);
  if (
    before.FanSpeed === FanSpeed &&
    before.State === State &&
    before.RhRead === humidity &&
    before.FanRunH === FanRunH &&
    before.PumpRunH === PumpRunH
  )
    return;
  const after: Evap = { ...before, FanSpeed, State, RhRead: humidity, FanRunH, PumpRunH };
  patch(draft, 'unit', 0, { Evap: after });
}
