/** A body of air: °C, humidity ratio kg/kg, CO2 ppm. */
export type Air = { temperature: number; humidity: number; co2: number };

/** Writes a mix of two bodies of air, `share` 0..1 of the second, as an outside-air damper makes it. */
export const blendAir = (first: Air, second: Air, share: number, into: Air): void => {
  into.temperature = first.temperature + (second.temperature - first.temperature) * share;
  into.humidity = first.humidity + (second.humidity - first.humidity) * share;
  into.co2 = first.co2 + (second.co2 - first.co2) * share;
};
