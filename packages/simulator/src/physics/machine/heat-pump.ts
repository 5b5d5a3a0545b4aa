import { type PlaceAir, SEA_LEVEL, SPECIFIC_HEAT } from '../air.ts';
import { heatOf, ratioAtWetBulb, saturatedTemperature, saturationRatio } from '../psychrometrics.ts';
import { COLDEST_COIL, coolAir } from './coil.ts';
import { fanPower, fanWarming, STILL } from './fan.ts';
import type { HeatPump } from './heat-pump-models.ts';
import { evaluate, findGain } from './performance-maps.ts';

/**
 * The demand on a heat pump: the air of its place, outdoor °C and kg/kg, return air, airflow m³/s, load 0..1 of its
 * current capacity.
 */
export type HeatPumpDemand = {
  air: PlaceAir;
  mode: 'cool' | 'heat' | 'fan';
  outdoor: number;
  outdoorHumidity: number;
  temperature: number;
  humidity: number;
  airflow: number;
  load: number;
};

/**
 * The output of a heat pump: supply air in °C and kg/kg, W and kg/s that it brings into the rooms (negative for cooling
 * and drying, fan heat included), W that its coil gives to the air (vapour included), its capacity in W without the fan's
 * heat, electric W of the whole unit and of its fan.
 */
export type HeatPumpOutput = {
  temperature: number;
  humidity: number;
  sensible: number;
  moisture: number;
  coil: number;
  capacity: number;
  power: number;
  fan: number;
};

/** The conditions of the rating points T1 and H1 in °C; the wet bulb is that which `saturatedTemperature` finds. */
const T1 = { outdoor: 35, temperature: 27, wetBulb: 19 } as const;
const H1 = { outdoor: 7, temperature: 20 } as const;
const RATED_WET_BULB = saturatedTemperature(
  heatOf(T1.temperature, ratioAtWetBulb(T1.temperature, T1.wetBulb, SEA_LEVEL.pressure)),
  SEA_LEVEL.pressure,
);
/** Limits in °C within which the curves for cooling were measured; at the limits their values are kept. */
const WET_BULBS = [13.9, 23.9] as const;
const HOT = [18.3, 51.7] as const;
/** Lowest share of its rated capacity and of its rated efficiency that a unit keeps in any cold. */
const LEAST_HEATING = 0.1;
const LEAST_EFFICIENCY = 0.3;
/** Temperature of the warmest supply air of any unit, in °C. */
const HOTTEST_SUPPLY = 55;
/** Temperature outdoors in °C below which the crankcase heater of a compressor that stands still is on: 50 °F. */
const CRANKCASE_BELOW = 10;
/** Rounds in which the capacity of a dry coil is found; each reduces the error to less than a third. */
const DRY_ROUNDS = 4;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Defrosting by reversing the cycle on demand: the share of time that it takes, the shares of capacity and input that
 * remain, and additional heat and input as shares of the rated capacity. The correlations of DOE-2.1E, as in the
 * EnergyPlus Engineering Reference (Defrost Operation).
 */
type Defrost = { share: number; capacity: number; input: number; heat: number; power: number };
const defrost: Defrost = { share: 0, capacity: 1, input: 1, heat: 0, power: 0 };
/** Input while defrosting, per rated capacity (NREL ResStock). */
const DEFROST_INPUT = 0.1528;
/** Ratio of a rated capacity to the one that the correlations use. */
const FULL = 1.01667;

/** Returns the share of time that a heat pump spends defrosting its outdoor coil. */
export function defrostShare(
  { defrostBelow }: Pick<HeatPump, 'defrostBelow'>,
  {
    outdoor,
    outdoorHumidity,
    air,
  }: { readonly outdoor: number; readonly outdoorHumidity: number; readonly air: PlaceAir },
): number {
  if (outdoor >= defrostBelow) return 0;
  const coil = 0.82 * outdoor - 8.589;
  const frozen = Math.max(1e-6, outdoorHumidity - saturationRatio(coil, air.pressure));
  return 1 / (1 + 0.01446 / frozen);
}

const findDefrost = (unit: HeatPump, demand: HeatPumpDemand): Defrost => {
  const share = defrostShare(unit, demand);
  defrost.share = share;
  defrost.capacity = share > 0 ? 0.875 * (1 - share) : 1;
  defrost.input = share > 0 ? 0.954 * (1 - share) : 1;
  defrost.heat = (0.01 * share * (7.222 - demand.outdoor)) / FULL;
  defrost.power = (DEFROST_INPUT * share) / FULL;
  return defrost;
};

/** Returns the value of a curve for cooling, relative to that at T1. */
const coolingFactor = (curve: HeatPump['map']['cool']['capacity'], wetBulb: number, outdoor: number) =>
  evaluate(curve, between(WET_BULBS[0], wetBulb, WET_BULBS[1]), between(HOT[0], outdoor, HOT[1])) /
  evaluate(curve, RATED_WET_BULB, T1.outdoor);

/** Returns the value of a curve for heating, relative to that at H1. */
const heatingFactor = (curve: HeatPump['map']['heat']['capacity'], inside: number, outdoor: number) =>
  evaluate(curve, inside, outdoor) / evaluate(curve, H1.temperature, H1.outdoor);

/** Returns the share of the air that misses the coil at an airflow. */
const bypassAt = (unit: HeatPump, airflow: number): number => unit.bypass ** (unit.airflow / airflow);

/** A coil: the capacity of its unit in W, and the wet bulb in °C on which it depends. */
type Coil = { capacity: number; wetBulb: number };
const coil: Coil = { capacity: 0, wetBulb: 0 };

/**
 * Returns the cooling of the coil at full load. Published capacities depend on the wet bulb, because they are of wet coils. A
 * coil that is too warm to condense anything does not notice how dry the air is: it cools as in the air that is just too
 * dry for it (as in EnergyPlus, and Brandemuehl 1993).
 */
const findCooling = (unit: HeatPump, demand: HeatPumpDemand): Coil => {
  const { temperature, humidity, outdoor, airflow, air } = demand;
  const full = unit.cooling + unit.fan;
  const capacityAt = (ratio: number): number => {
    coil.wetBulb = saturatedTemperature(heatOf(temperature, ratio), air.pressure);
    coil.capacity = full * coolingFactor(unit.map.cool.capacity, coil.wetBulb, outdoor);
    return coil.capacity;
  };
  let capacity = capacityAt(humidity);
  if (!(airflow > STILL)) return coil;
  const contact = (1 - bypassAt(unit, airflow)) * air.density * airflow * SPECIFIC_HEAT;
  const heldAfter = (cooled: number) =>
    saturationRatio(Math.max(COLDEST_COIL, temperature - cooled / contact), air.pressure);
  let held = heldAfter(capacity);
  if (held <= humidity) return coil;
  for (let round = 0; round < DRY_ROUNDS; round++) {
    capacity = capacityAt(Math.min(held, saturationRatio(temperature, air.pressure)));
    held = Math.max(humidity, heldAfter(capacity));
  }
  return coil;
};

const findHeating = (unit: HeatPump, { temperature, outdoor }: HeatPumpDemand, frost: Defrost): number => {
  const rated = unit.heating - unit.fan;
  const factor = Math.max(LEAST_HEATING, heatingFactor(unit.map.heat.capacity, temperature, outdoor));
  return rated * (factor * frost.capacity - frost.heat);
};

/** Returns the W that the coil of a heat pump moves at full load. */
export function findCapacity(unit: HeatPump, demand: HeatPumpDemand): number {
  if (demand.mode === 'fan') return 0;
  if (demand.mode === 'heat') return findHeating(unit, demand, findDefrost(unit, demand));
  return findCooling(unit, demand).capacity;
}

/**
 * Returns the electric W of the compressor and the outdoor fan while the coil moves a share of the capacity, and of the
 * crankcase heater in pauses. Below its lowest speed a compressor runs at it for a part of the time, and loses the share
 * `cycling` of its efficiency for each share of time in which it does not run (the Cd of ANSI/AHRI 210/240).
 */
const findInput = (unit: HeatPump, demand: HeatPumpDemand, capacity: number, share: number): number => {
  const { outdoor, temperature } = demand;
  const mode = demand.mode as 'cool' | 'heat';
  const { partLoad, cycling, input } = unit.map[mode];
  const running = Math.min(1, share / unit.least[mode]);
  const gain = findGain(partLoad, Math.max(share, unit.least[mode])) * (1 - cycling * (1 - running));
  const rest = unit.fan + unit.standby;
  const pauses = outdoor < CRANKCASE_BELOW ? unit.crankcase * (1 - running) : 0;
  if (mode === 'cool') {
    const perHeat = (unit.coolingInput - rest) / (unit.cooling + unit.fan);
    return (capacity * share * perHeat * coolingFactor(input, coil.wetBulb, outdoor)) / gain + pauses;
  }
  const rated = unit.heating - unit.fan;
  const perHeat = (unit.heatingInput - rest) / rated;
  const factor = Math.min(1 / LEAST_EFFICIENCY, heatingFactor(input, temperature, outdoor));
  const whole = (capacity + rated * defrost.heat) / defrost.capacity;
  return (whole * share * perHeat * factor * defrost.input) / gain + rated * share * defrost.power + pauses;
};

/** Runs a heat pump once and writes its output, which without airflow is only its standby power. */
export function runHeatPump(unit: HeatPump, demand: HeatPumpDemand, output: HeatPumpOutput): void {
  const { mode, airflow, air, outdoor } = demand;
  output.temperature = demand.temperature + 0;
  output.humidity = demand.humidity;
  output.capacity = findCapacity(unit, demand);
  output.fan = airflow > STILL ? fanPower(unit.fan, airflow / unit.airflow) : 0;
  output.power = unit.standby + output.fan;
  output.sensible = 0;
  output.moisture = 0;
  output.coil = 0;
  const stream = air.volumeHeat * airflow;
  const mass = air.density * airflow;
  const wanted = airflow > STILL ? output.capacity * between(0, demand.load, 1) : 0;
  if (wanted > 0) {
    if (mode === 'cool') {
      const taken = { heat: wanted / mass, bypass: bypassAt(unit, airflow), pressure: air.pressure };
      output.coil = -mass * coolAir(output, taken) + 0;
    } else {
      output.coil = Math.min(wanted, stream * Math.max(0, HOTTEST_SUPPLY - demand.temperature));
      output.temperature += output.coil / stream;
    }
  }
  const moved = Math.abs(output.coil);
  if (moved > 0) output.power += findInput(unit, demand, output.capacity, moved / output.capacity);
  else if (outdoor < CRANKCASE_BELOW) output.power += unit.crankcase;
  if (!(airflow > STILL)) return;
  output.temperature += fanWarming(output.fan, stream);
  output.sensible = stream * (output.temperature - demand.temperature);
  output.moisture = mass * (output.humidity - demand.humidity);
}
