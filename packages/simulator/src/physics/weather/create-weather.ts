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
