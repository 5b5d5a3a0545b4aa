import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { UnitPlant } from '../../model/state.ts';
import type { Air, Weather } from '../../physics/index.ts';
import type { ControlError } from '../control-error.ts';

const { vent } = enumerations.sysMode.values;

/** Kelvin by which outside air has to be colder than the house for the damper to open, and to stay open. */
const OPEN_DIFFERENCE = 2;
const CLOSE_DIFFERENCE = 1;
/** Highest humidity ratio of useful outside air, in kg/kg: a dew point of 15 °C. */
const TOO_HUMID = 0.0107;
/** Seconds in which the outside-air damper moves from end to end. */
const TRAVEL = 90;
/**
 * The compressor stays off while outside air is at most this warm (°C) and at least this much colder than the setpoint
 * (K).
 */
const LOCKOUT = 17;
const LOCKOUT_DEPTH = 4;
/** Hundredths of a degree above the setpoint from which the compressor assists outside air. */
const COMPRESSOR_EXCESS = 120;

const isUseful = (weather: Weather, inside: Air, open: boolean): boolean =>
  weather.humidityRatio <= TOO_HUMID &&
  inside.temperature - weather.temperature >= (open ? CLOSE_DIFFERENCE : OPEN_DIFFERENCE);

/**
 * Moves the outside-air damper for one step (iSave; its meaning is our decision, interface 2.2). While the unit cools,
 * the damper replaces room air with outside air that is cooler and dry enough; in vent mode it brings in fresh air in
 * any weather.
 */
export function moveOutsideDamper(
  unit: DatagramOf<'unit'>,
  plant: UnitPlant,
  { weather, inside, seconds }: { weather: Weather; inside: Air; seconds: number },
): void {
  const cooling = plant.running === 'cool' && isUseful(weather, inside, plant.freshAir > 0);
  const open = unit.iSaveOn === 1 && unit.SysOn === 1 && (unit.SysMode === vent || cooling);
  const reach = seconds / TRAVEL;
  plant.freshAir = open ? Math.min(1, plant.freshAir + reach) : Math.max(0, plant.freshAir - reach);
}

/**
 * True if outside air at `temperature` °C can replace the compressor: it is as cold as supply air and can reach the
 * setpoint.
 */
const isColdEnough = (temperature: number, setpoint: number): boolean =>
  temperature <= LOCKOUT && temperature <= setpoint / 100 - LOCKOUT_DEPTH;

/** Returns the load 0..1 of the compressor, which is 0 while outside air alone cools enough. */
export function compressorLoad(
  { running, freshAir, load }: UnitPlant,
  { excess, setpoint }: Pick<ControlError, 'excess' | 'setpoint'>,
  { temperature }: Pick<Weather, 'temperature'>,
): number {
  if (running !== 'cool' || freshAir === 0) return load;
  return excess < COMPRESSOR_EXCESS || isColdEnough(temperature, setpoint) ? 0 : load;
}
