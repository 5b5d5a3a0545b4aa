import type { ClimateWork } from './types.ts';

/** A body of air: °C, humidity ratio kg/kg, CO2 ppm. */
export type Air = { temperature: number; humidity: number; co2: number };

/** Writes the air a unit draws back from its rooms, weighed by the `flow` m³/s of each; without any flow, evenly. */
export const fillReturnAir = (work: ClimateWork, flow: Float64Array, into: Air): void => {
  let total = 0;
  for (let room = 0; room < flow.length; room++) total += flow[room]!;
  let [temperature, humidity, co2] = [0, 0, 0];
  for (let room = 0; room < flow.length; room++) {
    const share = total > 0 ? flow[room]! / total : 1 / flow.length;
    temperature += share * work.air[room]!;
    humidity += share * work.humidity[room]!;
    co2 += share * work.co2[room]!;
  }
  into.temperature = temperature;
  into.humidity = humidity;
  into.co2 = co2;
};

/** Writes a mix of two bodies of air, `share` 0..1 of the second, as an outside-air damper makes it. */
export const blendAir = (first: Air, second: Air, share: number, into: Air): void => {
  into.temperature = first.temperature + (second.temperature - first.temperature) * share;
  into.humidity = first.humidity + (second.humidity - first.humidity) * share;
  into.co2 = first.co2 + (second.co2 - first.co2) * share;
};
