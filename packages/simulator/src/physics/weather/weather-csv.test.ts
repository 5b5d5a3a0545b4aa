import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHumidityRatio } from '../psychrometrics.ts';
import { readWeatherCsv } from './weather-csv.ts';

const site = { latitude: -33.87, longitude: 151.21 };
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

const short = `# two rows, an hour apart
time,temperature,humidity,wind,rain,cloud,beam,diffuse,co2
2025-01-01T00:00Z, 20, 50, 2, 0, 0.5, 100, 50, 400

2025-01-01T12:00+11:00,26,80,6,4,1,0,100,500
`;

test('weather values are linear between rows', () => {
  const source = readWeatherCsv(short, site);
  const weather = source(Date.UTC(2025, 0, 1, 0, 15));
  near(weather.temperature, 21.5);
  near(weather.wind, 3);
  near(weather.rain, 1);
  near(weather.cloud, 0.625);
  near(weather.beam, 75);
  near(weather.diffuse, 62.5);
  near(weather.co2, 425);
  near(
    weather.humidityRatio,
    0.75 * toHumidityRatio(20, 50, 101_325) + 0.25 * toHumidityRatio(26, 80, 101_325),
  );
});

test('a weather file shorter than a day holds its first and last values outside its span', () => {
  const source = readWeatherCsv(short, site);
  near(source(Date.UTC(2024, 0, 1)).temperature, 20);
  near(source(Date.UTC(2026, 0, 1)).temperature, 26);
});

test('a weather file with a single row is constant weather', () => {
  const source = readWeatherCsv('time,temperature\n2025-01-01T00:00Z,17', site);
  near(source(0).temperature, 17);
  near(source(Date.UTC(2030, 0, 1)).temperature, 17);
});

const hourly = (hours: number): string =>
  ['time,temperature']
    .concat(
      Array.from(
        { length: hours },
        (_, hour) => `${new Date(Date.UTC(2025, 0, 1, hour)).toISOString()},${hour % 24}`,
      ),
    )
    .join('\r\n');

test('a weather file of whole days repeats after its end and before its start', () => {
  const source = readWeatherCsv(hourly(48), site);
  near(source(Date.UTC(2025, 0, 1, 5, 30)).temperature, 5.5);
  near(source(Date.UTC(2025, 0, 3, 5, 30)).temperature, 5.5);
  near(source(Date.UTC(2024, 11, 31, 22, 30)).temperature, 22.5);
  near(source(Date.UTC(2025, 0, 2, 23, 30)).temperature, 11.5);
});

test('repeats a weather file of a day and a half at the same time of day', () => {
  const source = readWeatherCsv(hourly(36), site);
  near(source(Date.UTC(2025, 0, 3, 7)).temperature, 7);
});

/** Returns a file with a row for each hour, whose temperature is the day of the year and, in tenths, the hour. */
const yearFrom = (start: number, days: number): string =>
  ['time,temperature']
    .concat(
      Array.from({ length: days * 24 }, (_, hour) => {
        const time = new Date(start + hour * 3_600_000);
        const value = time.getUTCMonth() * 4 + time.getUTCDate() / 10 + time.getUTCHours() / 1000;
        return `${time.toISOString()},${value}`;
      }),
    )
    .join('\n');

test('a weather file of a year has the weather of the same dates in every year', () => {
  const source = readWeatherCsv(yearFrom(Date.UTC(2025, 0, 1), 365), site);
  const at = (year: number, month: number, day: number, hour = 7) =>
    source(Date.UTC(year, month - 1, day, hour, 30)).temperature;
  for (const year of [1999, 2026, 2028, 2040, 2100])
    for (const [month, day] of [
      [1, 1],
      [2, 28],
      [3, 1],
      [7, 15],
      [12, 31],
    ] as const)
      near(at(year, month, day), at(2025, month, day));
  near(at(2028, 2, 29), at(2025, 2, 28));
  near(at(2025, 1, 1), 0.1 + 0.0075);
  near(at(2027, 12, 31, 23), (at(2025, 12, 31, 22) + 0.0005 + 0.1) / 2);
});

test('a weather file of a year that begins in July has its own dates, too', () => {
  const source = readWeatherCsv(yearFrom(Date.UTC(2027, 6, 1, 6), 366), site);
  const at = (year: number, month: number, day: number, hour: number) =>
    source(Date.UTC(year, month - 1, day, hour)).temperature;
  for (const year of [2026, 2027, 2028, 2029, 2032]) {
    near(at(year, 7, 1, 6), 24 + 0.1 + 0.006);
    near(at(year, 7, 1, 5), 24 + 0.1 + 0.005);
    near(at(year, 3, 9, 12), 8 + 0.9 + 0.012);
    if (year % 4 === 0) near(at(year, 2, 29, 12), 4 + 2.9 + 0.012);
  }
});

test('a weather file of several years has its own weather in them, and that of the first around', () => {
  const rows = yearFrom(Date.UTC(2025, 0, 1), 730).split('\n');
  const warmer = rows.map((row, place) => (place > 8760 ? row.replace(',', ',-') : row));
  const source = readWeatherCsv(warmer.join('\n'), site);
  const at = (year: number) => source(Date.UTC(year, 8, 9, 3)).temperature;
  near(at(2025), 32.903);
  near(at(2027), 32.903);
  near(at(2023), 32.903);
  assert.notEqual(at(2026), at(2025));
});

test('derives the light from the clouds and the sun without beam and diffuse columns', () => {
  const source = readWeatherCsv('time,temperature,cloud\n2025-01-01T00:00Z,17,0', site);
  const noon = { ...source(Date.UTC(2025, 0, 1, 2)) };
  assert.ok(noon.beam > 850 && noon.diffuse > 40, `${noon.beam}`);
  assert.equal(source(Date.UTC(2025, 0, 1, 14)).beam, 0);
});

const refusals = [
  ['an empty text', '', /line 1: it ends without a single row/],
  ['a header alone', 'time,temperature\n', /without a single row/],
  ['an unknown column', 'time,temprature\n', /line 1: there is no column "temprature"/],
  ['a column of that hostile name', 'time,temperature,__proto__\n', /no column "__proto__"/],
  ['a column named twice', 'time,temperature,time\n', /named twice/],
  ['no time', 'temperature\n', /"time" is missing/],
  ['no temperature', 'time\n', /"temperature" is missing/],
  ['beam without diffuse', 'time,temperature,beam\n', /give both beam and diffuse, or neither/],
  [
    'a row too short',
    'time,temperature\n2025-01-01T00:00Z',
    /line 2: it has 1 values, but the header names 2/,
  ],
  [
    'a time without a zone',
    'time,temperature\n2025-01-01T00:00,5',
    /line 2: "2025-01-01T00:00" is not a time/,
  ],
  ['a month 13', 'time,temperature\n2025-13-01T00:00Z,5', /line 2: "2025-13-01T00:00Z" is not a time/],
  [
    'a word for a number',
    '# x\ntime,temperature\n2025-01-01T00:00Z,warm',
    /line 3: temperature is "warm".* -90 to 60/,
  ],
  ['an empty cell', 'time,temperature\n2025-01-01T00:00Z,', /line 2: temperature is ""/],
  ['a spelled infinity', 'time,temperature\n2025-01-01T00:00Z,Infinity', /line 2: temperature/],
  ['humidity above 100', 'time,temperature,humidity\n2025-01-01T00:00Z,5,100.1', /humidity is "100.1"/],
  [
    'a time that does not rise',
    'time,temperature\n2025-01-01T00:00Z,5\n2025-01-01T00:00Z,5',
    /line 3: its time is not after/,
  ],
] as const;

for (const [what, text, sentence] of refusals) {
  test(`refuses ${what} and reports its line`, () => {
    assert.throws(() => readWeatherCsv(text, site), { name: 'RangeError', message: sentence });
  });
}
