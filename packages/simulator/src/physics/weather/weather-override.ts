import { standardPressure } from '../air.ts';
import { saturationRatio, toHumidityRatio, toRelativeHumidity } from '../psychrometrics.ts';
import { createSun } from '../sun/sun.ts';
import type { Site, Sun, Weather, WeatherSource } from '../types.ts';
import { copyWeather } from './create-weather.ts';
import { computeSkyInfrared } from './sky-infrared.ts';
import { computeSkyRadiation } from './sky-radiation.ts';

/** Weather set by hand, in the units of `Weather`. Missing values come from the source. */
export type WeatherOverride = {
  readonly [name in 'temperature' | 'relativeHumidity' | 'cloud' | 'rain' | 'wind' | 'co2']?: number;
};

/**
 * Returns the weather of a source at a time (ms UTC) with its values replaced by those set by hand. With a set
 * temperature the air keeps the vapour of the source, up to saturation; a set cloud cover gives the beam and diffuse
 * light of such a sky, and its infrared follows all three. Every call returns the same Weather object.
 */
export function overrideWeather(
  source: WeatherSource,
  site: Site,
  pressure: number = standardPressure(site.altitude ?? 0),
): (at: number, override: WeatherOverride) => Weather {
  const findSun = createSun(site);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  const weather: Weather = { ...source(0) };
  return (at, { temperature, relativeHumidity, cloud, rain, wind, co2 }) => {
    copyWeather(source(at), weather);
    if (rain !== undefined) weather.rain = rain;
    if (wind !== undefined) weather.wind = wind;
    if (co2 !== undefined) weather.co2 = co2;
    if (temperature !== undefined) weather.temperature = temperature;
    if (relativeHumidity !== undefined) {
      weather.humidityRatio = toHumidityRatio(weather.temperature, relativeHumidity, pressure);
      weather.relativeHumidity = relativeHumidity;
    } else if (temperature !== undefined) {
      weather.humidityRatio = Math.min(weather.humidityRatio, saturationRatio(temperature, pressure));
      weather.relativeHumidity = toRelativeHumidity(temperature, weather.humidityRatio, pressure);
    }
    if (cloud !== undefined) {
      weather.cloud = cloud;
      findSun(at, sun);
      computeSkyRadiation(sun, cloud, weather);
    }
    if (temperature !== undefined || relativeHumidity !== undefined || cloud !== undefined)
      weather.infrared = computeSkyInfrared(weather, pressure);
    return weather;
  };
}
