import { percent, quantity, record } from '@plenum/protocol/field';
import { createHeatPump, type HeatPump, type HeatPumpKind } from '../physics/index.ts';

/** The values of a data sheet beyond the capacities. Each has a default. */
export const performance = record(
  'data sheet of the heat pump; capacities and input are at 35 °C outdoors and 27 °C (19 °C wet bulb) indoors, and at 7 °C and 20 °C',
  {
    coolingInput: quantity('rated input while cooling, with the indoor fan', {
      min: 0.1,
      max: 100,
      unit: 'kW',
    }),
    heatingInput: quantity('rated input while heating, with the indoor fan', {
      min: 0.1,
      max: 100,
      unit: 'kW',
    }),
    fan: quantity('power of the indoor fan at its highest speed', { min: 0, max: 10_000, unit: 'W' }),
    leastLoad: percent('lowest load at which the compressor runs without stopping; 100 = fixed speed', {}),
    cycling: quantity('share of its efficiency that it loses by starting often, 0 to 1', {
      min: 0,
      max: 0.9,
    }),
    defrostBelow: quantity('temperature outdoors below which it defrosts', { min: -50, max: 15, unit: '°C' }),
    crankcase: quantity('heater of the resting compressor, on below 10 °C outdoors', {
      min: 0,
      max: 1000,
      unit: 'W',
    }),
    standby: quantity('power of its electronics', { min: 0, max: 1000, unit: 'W' }),
  },
  {
    optional: [
      'coolingInput',
      'heatingInput',
      'fan',
      'leastLoad',
      'cycling',
      'defrostBelow',
      'crankcase',
      'standby',
    ],
  },
);

/** The part of a unit in a house file that determines its heat pump: kW, L/s and the data sheet. */
export interface HeatPumpFile {
  readonly cooling: number;
  readonly heating?: number | undefined;
  readonly airflow?: number | undefined;
  readonly performance?: Partial<Record<keyof typeof performance.properties, number>> | undefined;
}

const times = (factor: number, value: number | undefined): number | undefined =>
  value === undefined ? undefined : value * factor;

/** Returns the heat pump of a unit in a house file. */
export function toHeatPump(
  kind: HeatPumpKind,
  { cooling, heating, airflow, performance: sheet = {} }: HeatPumpFile,
): HeatPump {
  return createHeatPump(kind, {
    ...sheet,
    cooling: cooling * 1000,
    heating: times(1000, heating),
    coolingInput: times(1000, sheet.coolingInput),
    heatingInput: times(1000, sheet.heatingInput),
    airflow: times(0.001, airflow),
    least: times(0.01, sheet.leastLoad),
  });
}
