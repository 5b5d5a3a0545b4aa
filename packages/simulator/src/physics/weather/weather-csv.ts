import { tableOf } from '@plenum/protocol/field';
import { standardPressure } from '../air.ts';
import { toHumidityRatio, toRelativeHumidity } from '../psychrometrics.ts';
import { createSun } from '../sun/sun.ts';
import type { Site, Sun, Weather, WeatherSource } from '../types.ts';
import { type FoldedYear, foldDates } from './fold-dates.ts';
import { computeSkyInfrared } from './sky-infrared.ts';
import { computeSkyRadiation } from './sky-radiation.ts';

/** The columns of a weather file besides `time`, with their bounds. Those without `otherwise` are required. */
export const WEATHER_COLUMNS = {
  temperature: { unit: '°C', low: -90, high: 60 },
  humidity: { unit: '% relative humidity', low: 0, high: 100, otherwise: 60 },
  cloud: { unit: '0 clear to 1 overcast', low: 0, high: 1, otherwise: 0.4 },
  beam: { unit: 'W/m² facing the sun', low: 0, high: 1400, otherwise: 0 },
  diffuse: { unit: 'W/m² on the level', low: 0, high: 1400, otherwise: 0 },
  wind: { unit: 'm/s', low: 0, high: 100, otherwise: 3 },
  rain: { unit: 'mm/h', low: 0, high: 500, otherwise: 0 },
  co2: { unit: 'ppm', low: 100, high: 5000, otherwise: 425 },
} as const satisfies { [name: string]: { unit: string; low: number; high: number; otherwise?: number } };

type Column = keyof typeof WEATHER_COLUMNS;
type Row = { readonly at: number } & { readonly [column in Column]: number };

const NAMES = Object.keys(WEATHER_COLUMNS) as Column[];
const DAY = 86_400_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

const refuse = (line: number, problem: string): never => {
  throw new RangeError(`Weather file, line ${line}: ${problem}`);
};

const readHeader = (text: string, line: number): string[] => {
  const header = text.split(',').map((name) => name.trim().toLowerCase());
  const known = ['time', ...NAMES];
  const odd = header.find((name) => !known.includes(name));
  if (odd !== undefined) refuse(line, `there is no column "${odd}"; the columns are ${known.join(', ')}.`);
  if (new Set(header).size !== header.length) refuse(line, 'a column is named twice.');
  for (const name of ['time', 'temperature']) {
    if (!header.includes(name)) refuse(line, `the column "${name}" is missing.`);
  }
  if (header.includes('beam') !== header.includes('diffuse')) {
    refuse(line, 'give both beam and diffuse, or neither.');
  }
  return header;
};

const readRow = (header: readonly string[], text: string, line: number): Row => {
  const cells = text.split(',').map((cell) => cell.trim());
  if (cells.length !== header.length) {
    refuse(line, `it has ${cells.length} values, but the header names ${header.length} columns.`);
  }
  const cell = (name: string) => cells[header.indexOf(name)]!;
  const time = cell('time');
  const at = INSTANT.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at))
    refuse(line, `"${time}" is not a time such as 2025-01-31T13:00Z or 2025-02-01T00:00+11:00.`);
  const read = (name: Column): number => {
    const { unit, low, high, ...rest } = WEATHER_COLUMNS[name];
    if (!header.includes(name)) return 'otherwise' in rest ? rest.otherwise : Number.NaN;
    const value = cell(name) === '' ? Number.NaN : Number(cell(name));
    if (value >= low && value <= high) return value;
    return refuse(line, `${name} is "${cell(name)}"; it must be a number from ${low} to ${high} (${unit}).`);
  };
  return {
    at,
    ...tableOf(NAMES, read),
  };
};

const readRows = (text: string): { rows: Row[]; hasSun: boolean } => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let header: string[] | undefined;
  const rows: Row[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!header) {
      header = readHeader(line, index + 1);
      continue;
    }
    const row = readRow(header, line, index + 1);
    if (rows.length > 0 && row.at <= rows.at(-1)!.at)
      refuse(index + 1, 'its time is not after that of the row above.');
    rows.push(row);
  }
  if (!header || rows.length === 0) refuse(lines.length, 'it ends without a single row of weather.');
  return { rows, hasSun: header!.includes('beam') };
};

/**
 * Returns the times of a file for any time, and the length after which it repeats. A year or more repeats by date, from
 * a day to a year in whole days, and less does not repeat.
 */
const findFold = (times: Float64Array): FoldedYear => {
  const last = times.length - 1;
  const [first, end] = [times[0]!, times[last]!];
  const whole = last === 0 ? 0 : end - first + (end - times[last - 1]!);
  if (whole < DAY) return { fold: (at) => Math.max(first, Math.min(end, at)), length: Infinity };
  if (whole < 365 * DAY) {
    const length = Math.ceil(whole / DAY) * DAY;
    return { fold: (at) => first + ((((at - first) % length) + length) % length), length };
  }
  const year = foldDates(first);
  return { ...year, fold: (at) => (at >= first && at <= end ? at : year.fold(at)) };
};

/**
 * Returns the weather at a site from the text of a CSV file. Throws a RangeError with the line and the problem if the
 * file is invalid.
 *
 * The first line has the names of the columns in any order: `time` (ISO 8601 with Z or an offset, rising) and those of
 * `WEATHER_COLUMNS`. Blank lines and lines with # are skipped. Values between rows are interpolated linearly; humidity
 * is interpolated as vapour. Without beam and diffuse, the sky is computed from the cloud. Before its start and after its
 * end, a file of a year or more has the weather of the same dates in its first year; one of a day or more repeats in
 * whole days; a shorter one keeps its first and last row. Every call returns the same Weather object.
 */
export function readWeatherCsv(text: string, site: Site): WeatherSource {
  const { rows, hasSun } = readRows(text);
  const count = rows.length;
  const times = Float64Array.from(rows, (row) => row.at);
  const { fold, length } = findFold(times);
  const pressure = standardPressure(site.altitude ?? 0);
  const vapour = Float64Array.from(rows, (row) => toHumidityRatio(row.temperature, row.humidity, pressure));
  const findSun = createSun(site);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  const weather: Weather = { ...rows[0]!, humidityRatio: 0, relativeHumidity: 0, infrared: 0 };

  const findRow = (at: number): number => {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return (at) => {
    const first = times[0]!;
    const folded = fold(at);
    const left = findRow(folded);
    const right = left + 1 < count ? left + 1 : length === Infinity ? left : 0;
    const end = left + 1 < count ? times[left + 1]! : Math.max(folded + 1, first + length);
    const share = right === left ? 0 : (folded - times[left]!) / (end - times[left]!);
    const a = rows[left]!;
    const b = rows[right]!;
    weather.temperature = a.temperature + (b.temperature - a.temperature) * share;
    weather.wind = a.wind + (b.wind - a.wind) * share;
    weather.rain = a.rain + (b.rain - a.rain) * share;
    weather.cloud = a.cloud + (b.cloud - a.cloud) * share;
    weather.co2 = a.co2 + (b.co2 - a.co2) * share;
    weather.humidityRatio = vapour[left]! + (vapour[right]! - vapour[left]!) * share;
    weather.relativeHumidity = toRelativeHumidity(weather.temperature, weather.humidityRatio, pressure);
    weather.infrared = computeSkyInfrared(weather, pressure);
    if (hasSun) {
      weather.beam = a.beam + (b.beam - a.beam) * share;
      weather.diffuse = a.diffuse + (b.diffuse - a.diffuse) * share;
    } else {
      findSun(at, sun);
      computeSkyRadiation(sun, weather.cloud, weather);
    }
    return weather;
  };
}
