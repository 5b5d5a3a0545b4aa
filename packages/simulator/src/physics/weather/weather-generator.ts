import { standardPressure } from '../air.ts';
import { saturationRatio, toRelativeHumidity } from '../psychrometrics.ts';
import { createSun, type FindSun } from '../sun/sun.ts';
import type { Sun, WeatherSource } from '../types.ts';
import type { Climate } from './climates.ts';
import { createWeather } from './create-weather.ts';
import { smoothNoise } from './noise.ts';
import { computeSkyInfrared } from './sky-infrared.ts';
import { computeSkyRadiation } from './sky-radiation.ts';

const HOUR = 3_600_000;
const YEAR = 365.2425 * 24 * HOUR;
/**
 * The hottest time of the southern summer: a month after the solstice, and half a year from the hottest time in the
 * north.
 */
const SOUTHERN_PEAK = Date.UTC(2000, 0, 21);
const SUNRISE = 5.5;
const HOTTEST = 15;

/** The noises of the weather, each with its stream and the hours between its lattice points. */
const NOISES = {
  airMass: { stream: 1, hours: 91 },
  front: { stream: 2, hours: 31 },
  overcast: { stream: 3, hours: 41 },
  cloudBank: { stream: 4, hours: 7 },
  singleCloud: { stream: 5, hours: 0.7 },
  shower: { stream: 6, hours: 5 },
  downpour: { stream: 7, hours: 0.4 },
  moisture: { stream: 8, hours: 57 },
  breeze: { stream: 9, hours: 19 },
  gust: { stream: 10, hours: 1.3 },
} as const;

/** Spread of the sum of air mass and front noise, measured over 100 years. */
const FRONT_SPREAD = 0.179;
/** Rain in mm a year per unit of excess over the threshold below, measured over 40 years of one seed. */
const RAIN_PER_UNIT = 77.8;
const RAIN_THRESHOLD = 0.66;

/** Returns the course of a clear day, a smooth curve from -1 at sunrise to 1 in the afternoon. */
const dayCourse = (solarHour: number): number => {
  const climbing = solarHour - SUNRISE;
  if (climbing >= 0 && solarHour <= HOTTEST) return -Math.cos((Math.PI * climbing) / (HOTTEST - SUNRISE));
  const since = solarHour > HOTTEST ? solarHour - HOTTEST : solarHour + 24 - HOTTEST;
  return Math.cos((Math.PI * since) / (24 - HOTTEST + SUNRISE));
};

/**
 * Creates the weather of a climate as a pure function of the seed and the time, so times can be computed in any order.
 * Value noise on lattices of minutes to days is added to a yearly and a daily course: air masses and fronts shift whole
 * days, clouds dim the sun and reduce the daily range, rain falls from thick cloud and adds moisture to the air. Every
 * call returns the same Weather object.
 */
export function createGeneratedWeather(
  climate: Climate,
  seed: number,
  findSun: FindSun = createSun(climate),
): WeatherSource {
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  const weather = createWeather(climate.co2);
  const draw = (kind: keyof typeof NOISES, at: number): number => {
    const { stream, hours } = NOISES[kind];
    return smoothNoise(seed, stream, at / (hours * HOUR) + stream * 0.37);
  };
  const pressure = standardPressure(climate.altitude ?? 0);
  const warmest = climate.latitude < 0 ? SOUTHERN_PEAK : SOUTHERN_PEAK + YEAR / 2;

  return (at) => {
    const airMass = 0.6 * draw('airMass', at) + 0.4 * draw('front', at) - 0.5;
    const overcast = draw('overcast', at);
    const bank = draw('cloudBank', at);
    const thickness = 0.5 * overcast + 0.35 * bank + 0.15 * draw('singleCloud', at) - 0.3 * airMass;
    const excess = 0.6 * thickness + 0.4 * draw('shower', at) - RAIN_THRESHOLD;
    const rain =
      excess > 0 ? (excess / RAIN_PER_UNIT) * climate.rain * (0.2 + 2.6 * draw('downpour', at) ** 2) : 0;
    const wet = rain / (rain + 1);
    const open = Math.min(1, Math.max(0, climate.cloud + 2.4 * (thickness - 0.5)));
    const cloud = open + (1 - open) * wet;

    const course = dayCourse((((at / HOUR + climate.longitude / 15) % 24) + 24) % 24);
    const wholeDay =
      climate.mean +
      climate.seasonal * Math.cos((2 * Math.PI * (at - warmest)) / YEAR) +
      (climate.fronts / FRONT_SPREAD) * airMass;
    const swing = climate.daily * (1.3 - 0.6 * overcast) * (1 - 0.5 * wet);
    const temperature = wholeDay + swing * course;

    const dry = (100 - climate.humidity) / 5 + 8 * (draw('moisture', at) - 0.5) + 6 * airMass;
    const dew = wholeDay - Math.max(0, dry);
    const moist = Math.min(temperature - 0.05, dew + 0.7 * wet * Math.max(0, temperature - dew));

    findSun(at, sun);
    computeSkyRadiation(sun, cloud, weather);
    weather.temperature = temperature;
    weather.humidityRatio = saturationRatio(moist, pressure);
    weather.relativeHumidity = toRelativeHumidity(temperature, weather.humidityRatio, pressure);
    weather.wind =
      climate.wind * (0.3 + 1.4 * draw('breeze', at)) * (0.7 + 0.6 * draw('gust', at)) * (1 + 0.3 * course);
    weather.rain = rain;
    weather.cloud = cloud;
    weather.infrared = computeSkyInfrared(weather, pressure);
    return weather;
  };
}
