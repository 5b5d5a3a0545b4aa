import { type PlaceAir, SPECIFIC_HEAT, VAPORISATION } from '../air.ts';
import { wetBulb } from '../psychrometrics.ts';
import { fanPower, fanWarming, STILL } from './fan.ts';

/**
 * A direct evaporative cooler as plain data: airflow m³/s and fan W at full speed, pump W, effectiveness 0..1 of its
 * pads.
 */
export type EvaporativeCooler = {
  readonly airflow: number;
  readonly fan: number;
  readonly pump: number;
  readonly effectiveness: number;
};

/** A roof-mounted cooler for a whole house. */
export const EVAPORATIVE_COOLER: EvaporativeCooler = {
  airflow: 1.8,
  fan: 900,
  pump: 60,
  effectiveness: 0.85,
};

/** Outdoor air in °C and kg/kg, airflow m³/s, and the state of the pads: wet or dry. */
export type EvaporativeDemand = {
  air: PlaceAir;
  temperature: number;
  humidity: number;
  airflow: number;
  wet: boolean;
};

/** Supply air in °C and kg/kg, electric W of the whole cooler and of its fan, water used in kg/s. */
export type EvaporativeOutput = {
  temperature: number;
  humidity: number;
  power: number;
  fan: number;
  water: number;
};

/**
 * Runs an evaporative cooler once: the pads cool the air towards its wet bulb by their effectiveness, at constant
 * heat (ASHRAE Handbook, HVAC Applications 2015, chapter 52; `heatOf`). With dry pads it only ventilates.
 */
export function runEvaporativeCooler(
  unit: EvaporativeCooler,
  { air, temperature, humidity, airflow, wet }: EvaporativeDemand,
  output: EvaporativeOutput,
): void {
  output.temperature = temperature;
  output.humidity = humidity;
  output.water = 0;
  output.fan = airflow > STILL ? fanPower(unit.fan, airflow / unit.airflow) : 0;
  output.power = output.fan + (wet ? unit.pump : 0);
  if (wet && airflow > STILL) {
    const drop = unit.effectiveness * Math.max(0, temperature - wetBulb(temperature, humidity, air.pressure));
    output.temperature -= drop;
    output.humidity += (SPECIFIC_HEAT * drop) / VAPORISATION;
    output.water = air.density * airflow * (output.humidity - humidity);
  }
  output.temperature += fanWarming(output.fan, air.volumeHeat * airflow);
}
