import { tableOf } from '@plenum/protocol/field';
import { standardPressure } from '../air.ts';
import { toHumidityRatio, toRelativeHumidity } from '../psychrometrics.ts';
import type { WeatherSource } from '../types.ts';
import { createWeather } from './create-weather.ts';
import { foldDates } from './fold-dates.ts';

/**
 * The place of an EPW file: degrees north and east, altitude in m, hours east of UTC, and the mean pressure in Pa at the
 * altitude of the house.
 */
type EpwPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly zone: number;
  readonly pressure: number;
};

/** The columns that are read, with their position in a row and their bounds (EnergyPlus, Auxiliary Programs). */
const COLUMNS = {
  temperature: { column: 6, low: -70, high: 70 },
  humidity: { column: 8, low: 0, high: 110 },
  pressure: { column: 9, low: 31_000, high: 120_000 },
  infrared: { column: 12, low: 0, high: 1_000 },
  beam: { column: 14, low: 0, high: 1_500 },
  diffuse: { column: 15, low: 0, high: 1_500 },
  wind: { column: 21, low: 0, high: 60 },
  cloud: { column: 22, low: 0, high: 10 },
} as const;

type Name = keyof typeof COLUMNS;
type Year = { readonly [name in Name]: Float64Array };

const NAMES = Object.keys(COLUMNS) as Name[];
const HEADER_LINES = 8;
const HOURS = 365 * 24;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Carbon dioxide outdoors in ppm, which EPW files do not have. */
const CO2 = 425;

const refuse = (line: number, problem: string): never => {
  throw new RangeError(`Weather file, line ${line}: ${problem}`);
};

/** Returns the day of a year of 365 days, counted from 0. 29 February has the weather of the day before. */
const dayOfYear = (month: number, day: number): number => {
  const date = month === 2 ? Math.min(28, day) : day;
  return Math.round((Date.UTC(2001, month - 1, date) - Date.UTC(2001, 0, 1)) / DAY);
};

const readPlace = (line: string): Omit<EpwPlace, 'pressure'> => {
  const cells = line.split(',');
  const [latitude, longitude, zone, altitude] = cells.slice(6, 10).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (cells[0] !== 'LOCATION' || ![latitude, longitude, zone, altitude].every(Number.isFinite))
    refuse(1, 'it is not the LOCATION of an EPW file with latitude, longitude, time zone and altitude.');
  return { latitude, longitude, zone, altitude };
};

const readYear = (lines: readonly string[]): Year => {
  const column = () => new Float64Array(HOURS).fill(Number.NaN);
  const year = tableOf(NAMES, column);
  for (const [index, line] of lines.entries()) {
    if (index < HEADER_LINES || line.trim() === '') continue;
    const cells = line.split(',');
    const [month, day, hour] = cells.slice(1, 4).map(Number) as [number, number, number];
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour >= 1 && hour <= 24))
      refuse(index + 1, 'it does not begin with year, month, day and hour 1 to 24.');
    if (month === 2 && day === 29) continue;
    const place = dayOfYear(month, day) * 24 + hour - 1;
    for (const name of NAMES) {
      const { column: cell, low, high } = COLUMNS[name];
      const value = Number(cells[cell]);
      if (!(cells[cell] !== undefined && value >= low && value <= high))
        refuse(index + 1, `${name} is "${cells[cell]}"; it must be a number from ${low} to ${high}.`);
      year[name][place] = value;
    }
  }
  const missing = year.temperature.findIndex(Number.isNaN);
  if (missing >= 0) {
    const date = new Date(Date.UTC(2001, 0, 1) + missing * HOUR).toISOString().slice(5, 10);
    refuse(
      lines.length,
      `the file has no row for hour ${(missing % 24) + 1} of ${date}; it must cover a year.`,
    );
  }
  return year;
};

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the value within an hour of a column of hourly means, at a share 0..1 of the hour: two straight lines that meet
 * in the middle of the hour, continuous with the neighbouring hours, never below 0, and with the mean of the hour.
 */
const readMean = (values: Float64Array, hour: number, share: number): number => {
  const own = values[hour]!;
  const left = values[(hour + HOURS - 1) % HOURS]!;
  const right = values[(hour + 1) % HOURS]!;
  const start = Math.min((left + own) / 2, 2 * left, 2 * own);
  const end = Math.min((right + own) / 2, 2 * right, 2 * own);
  const middle = 2 * own - (start + end) / 2;
  return share < 0.5 ? start + (middle - start) * 2 * share : middle + (end - middle) * (2 * share - 1);
};

/**
 * Reads weather of a typical year in the EPW format of EnergyPlus. Throws a RangeError with the line and the problem if
 * the file is invalid. `altitude` is that of the house in m, by default that of the file: the pressure of the file is
 * brought to it by the standard atmosphere.
 *
 * Rows are found by month, day and hour in the standard time of the file, in any year. Row h holds the means of the hour
 * that ends at h for radiation, and the values at its end for everything else, which is interpolated linearly. Every
 * call of `source` returns the same Weather object.
 */
export function readEpw(
  text: string,
  altitude?: number,
): { readonly place: EpwPlace; readonly source: WeatherSource } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const found = readPlace(lines[0]!);
  const year = readYear(lines);
  const thinner = standardPressure(altitude ?? found.altitude) / standardPressure(found.altitude);
  const place = { ...found, pressure: mean(year.pressure) * thinner };
  const vapour = year.temperature.map((temperature, hour) =>
    toHumidityRatio(temperature, Math.min(100, year.humidity[hour]!), year.pressure[hour]!),
  );
  const weather = createWeather(CO2);
  const start = Date.UTC(2001, 0, 1) - place.zone * HOUR;
  const { fold } = foldDates(start, place.zone * HOUR);
  return {
    place,
    source: (at) => {
      const hours = (fold(at) - start) / HOUR;
      const hour = Math.min(HOURS - 1, Math.floor(hours));
      const share = hours - hour;
      const before = (hour + HOURS - 1) % HOURS;
      const between = (values: Float64Array) => values[before]! + (values[hour]! - values[before]!) * share;
      weather.temperature = between(year.temperature);
      weather.humidityRatio = between(vapour);
      weather.relativeHumidity = toRelativeHumidity(
        weather.temperature,
        weather.humidityRatio,
        between(year.pressure),
      );
      weather.infrared = between(year.infrared);
      weather.wind = between(year.wind);
      weather.cloud = between(year.cloud) / 10;
      weather.beam = readMean(year.beam, hour, share);
      weather.diffuse = readMean(year.diffuse, hour, share);
      return weather;
    },
  };
}
