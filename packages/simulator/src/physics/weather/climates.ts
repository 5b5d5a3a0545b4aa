import type { Site } from '../types.ts';

/**
 * The climate of a place as plain data: the site and its typical year.
 *
 * mean °C of the year; seasonal and daily °C from middle to peak; fronts °C by which passing air masses shift whole
 * days; humidity mean relative humidity in 0..100 %; cloud mean cover 0..1; rain mm a year; wind mean m/s; co2 ppm.
 */
export type Climate = Site & {
  readonly mean: number;
  readonly seasonal: number;
  readonly daily: number;
  readonly fronts: number;
  readonly humidity: number;
  readonly cloud: number;
  readonly rain: number;
  readonly wind: number;
  readonly co2: number;
};

/**
 * Sydney-like, the default: mild and humid, hot days in January (Bureau of Meteorology, station 066062, long-term
 * means).
 */
export const SYDNEY: Climate = {
  latitude: -33.87,
  longitude: 151.21,
  ground: 18,
  mean: 18.2,
  seasonal: 5,
  daily: 4.2,
  fronts: 4,
  humidity: 65,
  cloud: 0.5,
  rain: 1150,
  wind: 3.5,
  co2: 425,
};
