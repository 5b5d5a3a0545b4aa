import type { PlaceAir } from '../air.ts';
import { enthalpy } from '../psychrometrics.ts';
import { coolAir } from './coil.ts';
import { fanPower, fanWarming, STILL } from './fan.ts';
import type { HeatPump } from './heat-pump-models.ts';

/**
 * The demand on a heat pump: the air of its place, outdoor °C and relative humidity 0..100 %, return air, airflow m³/s, load 0..1 of its
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
 * and drying, fan heat included), its capacity in W, electric W of the whole unit and of its fan.
 */
export type HeatPumpOutput = {
  temperature: number;
  humidity: number;
  sensible: number;
  moisture: number;
  capacity: number;
  power: number;
  fan: number;
};

/** Enthalpy of the return air at the rating point, 27 °C and 19 °C wet bulb, in J/kg. */
const RATED_ENTHALPY = 53_750;
/** Temperature of the warmest supply air of any unit, in °C. */
const HOTTEST_SUPPLY = 55;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Returns the share of capacity and efficiency that remains with frost: least at 0 °C in damp air, all above 5 °C, and
 * more in very cold, dry air.
 */
export function defrostFactor(outdoor: number, outdoorHumidity: number): number {
  const cold = between(0, (5 - outdoor) / 5, 1);
  const vapour = outdoor < 0 ? Math.max(0.5, 1 + outdoor / 30) : 1;
  return 1 - 0.14 * cold * vapour * between(0.3, outdoorHumidity / 85, 1);
}

/**
 * Returns the capacity of a heat pump in W at an outdoor temperature in °C, by linear fits to published tables of
 * inverter units.
 *
 * Cooling loses 0.8 % per K outdoors and gains 0.7 % per kJ/kg of return air (2 % per K of wet bulb). Heating loses 1.8
 * % per K below 7 °C, and more to frost.
 */
export function findCapacity(unit: HeatPump, demand: HeatPumpDemand): number {
  const { mode, outdoor, outdoorHumidity, temperature, humidity } = demand;
  if (mode === 'fan') return 0;
  if (mode === 'heat') {
    return (
      unit.heating * between(0.25, 1 + 0.018 * (outdoor - 7), 1.2) * defrostFactor(outdoor, outdoorHumidity)
    );
  }
  const inside = 1 + 7e-6 * (enthalpy(temperature, humidity) - RATED_ENTHALPY);
  return unit.cooling * between(0.4, 1 - 0.008 * (outdoor - 35), 1.2) * between(0.5, inside, 1.3);
}

/**
 * Returns the heat moved per electric W of the compressor at a share of capacity.
 *
 * Cooling loses 2.2 % of its rated efficiency per K outdoors, heating 2.2 % per K of cold. An inverter gains up to 30 %
 * at low speed; below its lowest speed it cycles and loses up to 25 % (the Cd of AHRI 210/240).
 */
export function findEfficiency(unit: HeatPump, demand: HeatPumpDemand, share: number): number {
  const { mode, outdoor, outdoorHumidity } = demand;
  const running = Math.max(unit.minLoad, share);
  const partLoad =
    (1 + 0.3 * (1 - running)) * (share < unit.minLoad ? 0.75 + (0.25 * share) / unit.minLoad : 1);
  if (mode === 'heat') {
    const weather = between(0.35, 1 + 0.022 * (outdoor - 7), 1.35);
    return unit.cop * weather * partLoad * defrostFactor(outdoor, outdoorHumidity);
  }
  return unit.eer * between(0.4, 1 - 0.022 * (outdoor - 35), 1.6) * partLoad;
}

/** Runs a heat pump once and writes its output, which without airflow is only its standby power. */
export function runHeatPump(unit: HeatPump, demand: HeatPumpDemand, output: HeatPumpOutput): void {
  const { mode, airflow, air } = demand;
  output.temperature = demand.temperature + 0;
  output.humidity = demand.humidity;
  output.capacity = findCapacity(unit, demand);
  output.fan = airflow > STILL ? fanPower(unit.fan, airflow / unit.airflow) : 0;
  output.power = unit.standby + output.fan;
  output.sensible = 0;
  output.moisture = 0;
  if (!(airflow > STILL)) return;
  const stream = air.volumeHeat * airflow;
  const mass = air.density * airflow;
  const wanted = output.capacity * between(0, demand.load, 1);
  if (wanted > 0) {
    const moved =
      mode === 'cool'
        ? mass *
          coolAir(output, {
            heat: wanted / mass,
            bypass: unit.bypass ** (unit.airflow / airflow),
            pressure: air.pressure,
          })
        : Math.min(wanted, stream * Math.max(0, HOTTEST_SUPPLY - demand.temperature));
    if (mode === 'heat') output.temperature += moved / stream;
    if (moved > 0) output.power += moved / findEfficiency(unit, demand, moved / output.capacity);
  }
  output.temperature += fanWarming(output.fan, stream);
  output.sensible = stream * (output.temperature - demand.temperature);
  output.moisture = mass * (output.humidity - demand.humidity);
}
