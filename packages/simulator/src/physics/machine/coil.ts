import { SPECIFIC_HEAT } from '../air.ts';
import { heatOf, saturatedTemperature, saturationRatio } from '../psychrometrics.ts';

/** Temperature of the coldest coil surface, in °C. Below it the unit's freeze protection throttles the compressor. */
export const COLDEST_COIL = 2;

/** Air with its temperature in °C and humidity ratio in kg/kg. */
type CoilAir = { temperature: number; humidity: number };

/**
 * Cools `air` in place by up to `heat` J per kg at a pressure in Pa, drying it if the coil is below its dew point. Returns the J/kg
 * actually removed. No air leaves colder than the coil.
 *
 * Apparatus dew point and bypass factor (ASHRAE Handbook, Systems and Equipment 2016, chapter 23): the share `bypass`
 * of the air is unchanged, the rest leaves in the condition of the coil.
 */
export function coolAir(
  air: CoilAir,
  { heat, bypass, pressure }: { readonly heat: number; readonly bypass: number; readonly pressure: number },
): number {
  const before = heatOf(air.temperature, air.humidity);
  const contact = 1 - bypass;
  const floor = Math.min(COLDEST_COIL, air.temperature);
  let coil = Math.max(floor, air.temperature - heat / (contact * SPECIFIC_HEAT));
  let held = saturationRatio(coil, pressure);
  if (held < air.humidity) {
    coil = Math.min(
      air.temperature,
      Math.max(floor, saturatedTemperature(before - heat / contact, pressure)),
    );
    held = saturationRatio(coil, pressure);
  }
  air.temperature += contact * (coil - air.temperature);
  air.humidity += contact * (Math.min(held, air.humidity) - air.humidity);
  return before - heatOf(air.temperature, air.humidity);
}
