/** Standard sea-level pressure in Pa (ICAO standard atmosphere). */
export const PRESSURE = 101325;

/** Density of indoor air in kg/m³ (dry air at 20 °C and standard pressure). */
export const DENSITY = 1.2;

/** Specific heat of dry air in J/kgK (ASHRAE Fundamentals 2017, chapter 1). */
export const SPECIFIC_HEAT = 1006;

/** Heat in J that one m³ of air carries per K. */
export const VOLUME_HEAT = DENSITY * SPECIFIC_HEAT;

/** Heat of vaporisation of water at 0 °C in J/kg (ASHRAE Fundamentals 2017, chapter 1, equation 30). */
export const VAPORISATION = 2_501_000;

/** Specific heat of water vapour in J/kgK (same source). */
export const VAPOUR_HEAT = 1860;

/** A body of air: °C, humidity ratio kg/kg, CO2 ppm. */
export type Air = { temperature: number; humidity: number; co2: number };

/**
 * Mixes two bodies of air, with a `share` 0..1 of the second, as an outside-air damper does. Writes the result to
 * `into`.
 */
export const blendAir = (first: Air, second: Air, share: number, into: Air): void => {
  into.temperature = first.temperature + (second.temperature - first.temperature) * share;
  into.humidity = first.humidity + (second.humidity - first.humidity) * share;
  into.co2 = first.co2 + (second.co2 - first.co2) * share;
};
