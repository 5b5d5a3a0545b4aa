import type { RoomUnitPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import {
  type HeatPump,
  type Regulator,
  regulate,
  runHeatPump,
  SEA_LEVEL,
  toRelativeHumidity,
} from '../physics/index.ts';
import { fanShare, ventShare } from './fan-speeds.ts';
import type { Machine } from './machine.ts';
import { chooseAction, DRY } from './mode.ts';

/**
 * The settings of a unit: on or off, mode (SysMode_e), fan value, setpoint in °C, and the direction to which it is
 * bound.
 */
export interface RoomUnitTarget {
  on: boolean;
  mode: number;
  fan: number;
  setpoint: number;
  bound: 'cool' | 'heat' | undefined;
}

/** Period of a unit's controller in ms. */
const CONTROL_PERIOD = 60_000;
/** Shortest pause of a compressor between two runs in ms: three minutes, as in inverter splits. */
const MIN_OFF_TIME = 180_000;
const INVERTER: Regulator = { band: 2, reset: 1200 };
/** The speed of the inverter changes in steps, and only if it differs by at least three quarters of a step. */
const SPEEDS = 32;
const MIN_SPEED_CHANGE = 0.75 / SPEEDS;
/** The target relative humidity of drying in %, and the K below the setpoint at which drying stops. */
const DRY_HUMIDITY = 50;
const DRY_DEPTH = 2;
/**
 * Drying runs in intervals at half load and a third of the airflow, which makes the coil cold. Between them the fan is
 * off.
 */
const DRY_LOAD = 0.5;
const DRY_SHARE = 0.35;
/**
 * The heat pump model runs again only if the temperature of the room (K), that of the outdoor air (K) or the humidity
 * of the room (kg/kg) has changed by at least this much, or if the demand has changed.
 */
const AIR_TOLERANCE = 0.2;
const OUTDOOR_TOLERANCE = 0.5;
const HUMIDITY_TOLERANCE = 0.0003;

const heatPumpDemand = {
  air: SEA_LEVEL,
  mode: 'fan' as 'cool' | 'heat' | 'fan',
  outdoor: 0,
  outdoorHumidity: 0,
  temperature: 0,
  humidity: 0,
  airflow: 0,
  load: 0,
};
const output = {
  temperature: 0,
  humidity: 0,
  sensible: 0,
  moisture: 0,
  coil: 0,
  capacity: 0,
  power: 0,
  fan: 0,
};

const limit = (value: number): number => Math.min(1, Math.max(0, value));

/** Returns the share 0..1 of the time during which a drying unit runs. */
const dryingShare = (over: number, relativeHumidity: number): number =>
  limit((relativeHumidity - DRY_HUMIDITY) / 20) * limit(over + DRY_DEPTH);

const toSpeed = (wanted: number, now: number): number =>
  Math.abs(wanted - now) < MIN_SPEED_CHANGE && wanted > 0 && wanted < 1
    ? now
    : Math.round(wanted * SPEEDS) / SPEEDS;

const hasChanged = (plant: RoomUnitPlant, air: number, humidity: number, outdoor: number): boolean =>
  Math.abs(air - plant.air) >= AIR_TOLERANCE ||
  Math.abs(humidity - plant.humidity) >= HUMIDITY_TOLERANCE ||
  Math.abs(outdoor - plant.outdoor) >= OUTDOOR_TOLERANCE;

/** Runs the heat pump model for `heatPumpDemand` and stores the results in the plant. */
const run = (plant: RoomUnitPlant, pump: HeatPump): void => {
  runHeatPump(pump, heatPumpDemand, output);
  plant.load = heatPumpDemand.load;
  plant.air = heatPumpDemand.temperature;
  plant.humidity = heatPumpDemand.humidity;
  plant.outdoor = heatPumpDemand.outdoor;
  plant.airflow = heatPumpDemand.airflow;
  plant.sensible = output.sensible + 0;
  plant.moisture = output.moisture + 0;
  plant.power = output.power;
};

/**
 * Runs the controller of a unit once, for the period until its next run, and stores the results in the plant. The load
 * of an inverter follows the distance from the setpoint. A load below the lowest speed of the compressor means that it
 * cycles. The heat pump model runs again only after a noticeable change.
 */
export function controlRoomUnit(
  plant: RoomUnitPlant,
  { room, pump, fans }: Machine,
  target: RoomUnitTarget,
  { model: { thermal }, climate, conditions, from }: Pick<Step, 'model' | 'climate' | 'conditions' | 'from'>,
): void {
  plant.controlAt = from + CONTROL_PERIOD;
  const { weather } = conditions;
  const air = climate.air[room]!;
  const humidity = climate.humidity[room]!;
  const acting = target.on && plant.fault === '' ? chooseAction(plant.acting, target, air) : 'off';
  const changed = acting !== plant.acting;
  if (changed) {
    if (plant.load > 0) plant.restartAt = from + MIN_OFF_TIME;
    plant.acting = acting;
    plant.integral = 0;
  }
  let load = 0;
  let share = 0;
  if (acting === 'fan') share = ventShare(fans, target.fan);
  else if (acting !== 'off') {
    const error = acting === 'cool' ? air - target.setpoint : target.setpoint - air;
    const ready = from >= plant.restartAt;
    if (target.mode === DRY) {
      const relative = toRelativeHumidity(air, humidity, thermal.air.pressure);
      const spells = ready ? toSpeed(dryingShare(error, relative), plant.load / DRY_LOAD) : 0;
      load = DRY_LOAD * spells;
      share = DRY_SHARE * spells;
    } else {
      load = ready
        ? toSpeed(regulate(plant, INVERTER, { error, seconds: CONTROL_PERIOD / 1000 }), plant.load)
        : 0;
      share = fanShare(fans, target.fan, load);
    }
  }
  const airflow = pump.airflow * share;
  const same = !changed && load === plant.load && airflow === plant.airflow;
  const isSteady = load === 0 && pump.crankcase === 0;
  if (same && (isSteady || !hasChanged(plant, air, humidity, weather.temperature))) return;
  heatPumpDemand.mode = load > 0 ? (acting as 'cool' | 'heat') : 'fan';
  heatPumpDemand.air = thermal.air;
  heatPumpDemand.outdoor = weather.temperature;
  heatPumpDemand.outdoorHumidity = weather.humidityRatio;
  heatPumpDemand.temperature = air;
  heatPumpDemand.humidity = humidity;
  heatPumpDemand.airflow = airflow;
  heatPumpDemand.load = load;
  run(plant, pump);
}
