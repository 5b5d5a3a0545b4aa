import { dewPoint } from '../psychrometrics.ts';
import type { Weather } from '../types.ts';

const STEFAN_BOLTZMANN = 5.670374e-8;
const KELVIN = 273.15;

/**
 * Returns the infrared heat in W/m² that a horizontal plane receives from the sky. Clear sky by the dew point (Clark and
 * Allen 1978), clouds after Walton 1983 (EnergyPlus, Engineering Reference, "EnergyPlus Sky Temperature Calculation").
 */
export function computeSkyInfrared(
  { temperature, humidityRatio, cloud }: Pick<Weather, 'temperature' | 'humidityRatio' | 'cloud'>,
  pressure: number,
): number {
  const dew = dewPoint(Math.max(1e-5, humidityRatio), pressure) + KELVIN;
  const tenths = 10 * cloud;
  const clouds = 1 + tenths * (0.0224 + tenths * (0.00028 * tenths - 0.0035));
  const air = temperature + KELVIN;
  const square = air * air;
  return (0.787 + 0.764 * Math.log(dew / 273)) * clouds * STEFAN_BOLTZMANN * square * square;
}
