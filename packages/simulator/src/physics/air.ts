/** Specific heat of dry air in J/kgK (ASHRAE Fundamentals 2017, chapter 1). */
export const SPECIFIC_HEAT = 1006;

/** Heat of vaporisation of water at 0 °C in J/kg (ASHRAE Fundamentals 2017, chapter 1, equation 30). */
export const VAPORISATION = 2_501_000;

/** Specific heat of water vapour in J/kgK (same source). */
export const VAPOUR_HEAT = 1860;

/** Gas constant of dry air in J/kgK (same source, equation 1). */
const GAS_CONSTANT = 287.042;

/**
 * The air of a place: its mean pressure in Pa, and at that pressure the density in kg/m³ and the heat in J per m³ and K
 * of dry air at 20 °C.
 */
export type PlaceAir = { readonly pressure: number; readonly density: number; readonly volumeHeat: number };

/** Returns the pressure of the standard atmosphere in Pa at an altitude in m (ASHRAE Fundamentals 2017, equation 1.3). */
export const standardPressure = (altitude: number): number => 101_325 * (1 - 2.25577e-5 * altitude) ** 5.2559;

/** Returns the air of a place from its mean pressure in Pa. */
export function createPlaceAir(pressure: number): PlaceAir {
  const density = pressure / (GAS_CONSTANT * 293.15);
  return { pressure, density, volumeHeat: density * SPECIFIC_HEAT };
}

/** Air at sea level. */
export const SEA_LEVEL: PlaceAir = createPlaceAir(standardPressure(0));

/** A body of air: °C, humidity ratio kg/kg, CO2 ppm. */
export type Air = { temperature: number; humidity: number; co2: number };

/**
 * Mixes two bodies of air, with a `share` 0..1 of the second, as an outside-air damper does. Writes the result to
 * `into`.
 */
export function blendAir(first: Air, second: Air, share: number, into: Air): void {
  into.temperature = first.temperature + (second.temperature - first.temperature) * share;
  into.humidity = first.humidity + (second.humidity - first.humidity) * share;
  into.co2 = first.co2 + (second.co2 - first.co2) * share;
}
