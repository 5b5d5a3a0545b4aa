import type { Weather } from '../types.ts';

/** Creates the object that a source of weather fills in at each call, with its share of carbon dioxide in ppm. */
export const createWeather = (co2: number): Weather => ({
  temperature: 0,
  humidityRatio: 0,
  relativeHumidity: 0,
  beam: 0,
  diffuse: 0,
  infrared: 0,
  wind: 0,
  rain: 0,
  cloud: 0,
  co2,
});

/** Copies member by member, which is fast. */
export function copyWeather(from: Weather, to: Weather): void {
  to.temperature = from.temperature;
  to.humidityRatio = from.humidityRatio;
  to.relativeHumidity = from.relativeHumidity;
  to.beam = from.beam;
  to.diffuse = from.diffuse;
  to.infrared = from.infrared;
  to.wind = from.wind;
  to.rain = from.rain;
  to.cloud = from.cloud;
  to.co2 = from.co2;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Writes the weather at a share 0..1 of the way from one weather to another. */
export function mixWeather(from: Weather, to: Weather, share: number, into: Weather): void {
  into.temperature = between(from.temperature, to.temperature, share);
  into.humidityRatio = between(from.humidityRatio, to.humidityRatio, share);
  into.relativeHumidity = between(from.relativeHumidity, to.relativeHumidity, share);
  into.beam = between(from.beam, to.beam, share);
  into.diffuse = between(from.diffuse, to.diffuse, share);
  into.infrared = between(from.infrared, to.infrared, share);
  into.wind = between(from.wind, to.wind, share);
  into.rain = between(from.rain, to.rain, share);
  into.cloud = between(from.cloud, to.cloud, share);
  into.co2 = between(from.co2, to.co2, share);
}
