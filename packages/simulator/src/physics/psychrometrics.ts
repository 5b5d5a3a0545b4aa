import { SPECIFIC_HEAT, VAPORISATION, VAPOUR_HEAT } from './air.ts';

/** Ratio of the molar masses of water and dry air (ASHRAE Fundamentals 2017, chapter 1, equation 20). */
const MOLAR_RATIO = 0.621945;

/**
 * Returns the saturation pressure of water vapour in Pa at a temperature in °C, over water above 0 °C and over ice
 * below.
 *
 * Magnus form with the constants of Sonntag 1990 (WMO-No. 8, annex 4.B); within 0.5 % from -45 to 60 °C.
 */
export const saturationPressure = (temperature: number): number =>
  temperature >= 0
    ? 611.2 * Math.exp((17.62 * temperature) / (243.12 + temperature))
    : 611.2 * Math.exp((22.46 * temperature) / (272.62 + temperature));

/** Returns the humidity ratio in kg/kg of air that holds vapour at a partial pressure in Pa. */
const ratioAt = (vapour: number, pressure: number): number => (MOLAR_RATIO * vapour) / (pressure - vapour);

/** Returns the partial pressure in Pa of the vapour in air with a humidity ratio in kg/kg. */
const vapourPressure = (humidityRatio: number, pressure: number): number =>
  (pressure * humidityRatio) / (MOLAR_RATIO + humidityRatio);

/** Returns the humidity ratio in kg/kg of saturated air at a temperature in °C and a pressure in Pa. */
export const saturationRatio = (temperature: number, pressure: number): number =>
  ratioAt(saturationPressure(temperature), pressure);

/** Returns the humidity ratio in kg/kg at a temperature in °C and a relative humidity in 0..100 %. */
export const toHumidityRatio = (temperature: number, relativeHumidity: number, pressure: number): number =>
  ratioAt((relativeHumidity / 100) * saturationPressure(temperature), pressure);

/** Returns the relative humidity in 0..100 % at a temperature in °C and a humidity ratio in kg/kg. */
export const toRelativeHumidity = (temperature: number, humidityRatio: number, pressure: number): number =>
  Math.min(100, (100 * vapourPressure(humidityRatio, pressure)) / saturationPressure(temperature));

/**
 * Returns the dew point (frost point below 0) in °C of air with a humidity ratio above 0 in kg/kg; inverse of
 * `saturationRatio`.
 */
export function dewPoint(humidityRatio: number, pressure: number): number {
  const x = Math.log(vapourPressure(humidityRatio, pressure) / 611.2);
  return x >= 0 ? (243.12 * x) / (17.62 - x) : (272.62 * x) / (22.46 - x);
}

/**
 * Returns the enthalpy in J per kg of dry air, 0 at 0 °C and dry (ASHRAE Fundamentals 2017, chapter 1, equation 30).
 */
export const enthalpy = (temperature: number, humidityRatio: number): number =>
  SPECIFIC_HEAT * temperature + humidityRatio * (VAPORISATION + VAPOUR_HEAT * temperature);

/**
 * Returns the heat of air in J per kg, 0 at 0 °C and dry, as rooms and coils count it. Both leave out the heat capacity of
 * vapour (a fiftieth of that of the air), so that what a coil takes from the air is what the rooms lose.
 */
export const heatOf = (temperature: number, humidityRatio: number): number =>
  SPECIFIC_HEAT * temperature + VAPORISATION * humidityRatio;

/**
 * Returns the temperature in °C at which saturated air has a heat (`heatOf`) in J/kg, limited to -60..80 °C.
 *
 * Newton's method on a convex rising curve; after at most one step it approaches from above.
 */
export function saturatedTemperature(heat: number, pressure: number): number {
  let temperature = Math.max(-40, Math.min(60, (heat - 9_470) / 2_900));
  for (let round = 0; round < 8; round++) {
    const ratio = saturationRatio(temperature, pressure);
    const base = temperature >= 0 ? 243.12 + temperature : 272.62 + temperature;
    const growth = temperature >= 0 ? (17.62 * 243.12) / (base * base) : (22.46 * 272.62) / (base * base);
    const rise = ratio * growth * (1 + ratio / MOLAR_RATIO);
    const change = (heat - heatOf(temperature, ratio)) / (SPECIFIC_HEAT + VAPORISATION * rise);
    temperature = Math.max(-60, Math.min(80, temperature + change));
    if (Math.abs(change) < 1e-7) break;
  }
  return temperature;
}

/**
 * Returns the humidity ratio in kg/kg of air at a temperature and a wet bulb in °C (ASHRAE Fundamentals 2017, chapter 1,
 * equation 33).
 */
export const ratioAtWetBulb = (temperature: number, wet: number, pressure: number): number =>
  ((2501 - 2.326 * wet) * saturationRatio(wet, pressure) - 1.006 * (temperature - wet)) /
  (2501 + 1.86 * temperature - 4.186 * wet);

/** Returns the wet-bulb temperature in °C from °C and kg/kg; inverse of `ratioAtWetBulb`, bisected. */
export function wetBulb(temperature: number, humidityRatio: number, pressure: number): number {
  let low = Math.min(temperature, dewPoint(Math.max(1e-6, humidityRatio), pressure));
  let high = temperature;
  for (let round = 0; round < 36; round++) {
    const guess = (low + high) / 2;
    if (ratioAtWetBulb(temperature, guess, pressure) > humidityRatio) high = guess;
    else low = guess;
  }
  return (low + high) / 2;
}

const LOWEST = -60;
const STEPS_PER_DEGREE = 4;

/**
 * Creates the function that returns the saturation humidity ratio at a pressure in Pa from a table, within 0.02 % of the
 * formula from -60 to 60 °C and constant beyond. Fast enough for each room in each step.
 */
export function createSaturationTable(pressure: number): (temperature: number) => number {
  const table = Float64Array.from({ length: 120 * STEPS_PER_DEGREE + 2 }, (_, step) =>
    saturationRatio(LOWEST + step / STEPS_PER_DEGREE, pressure),
  );
  return (temperature) => {
    const place = Math.max(0, Math.min(120 * STEPS_PER_DEGREE, (temperature - LOWEST) * STEPS_PER_DEGREE));
    const index = place | 0;
    const low = table[index]!;
    return low + (table[index + 1]! - low) * (place - index);
  };
}
