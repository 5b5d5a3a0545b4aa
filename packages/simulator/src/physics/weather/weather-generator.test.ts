import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Weather } from '../types.ts';
import { type Climate, SYDNEY } from './climates.ts';
import { createGeneratedWeather } from './weather-generator.ts';

const HOUR = 3_600_000;
const january = Date.UTC(2025, 0, 1);
const cold: Climate = {
  ...SYDNEY,
  latitude: 59.3,
  longitude: 18,
  mean: 7,
  seasonal: 10.5,
  daily: 3.5,
  humidity: 76,
  rain: 540,
};

const wholeYear = (climate: Climate, seed: number): Weather[] => {
  const source = createGeneratedWeather(climate, seed);
  return Array.from({ length: 365 * 48 }, (_, half) => ({ ...source(january + half * 0.5 * HOUR) }));
};
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const pick = (year: readonly Weather[], name: keyof Weather): number[] =>
  year.map((weather) => weather[name]);

for (const [name, climate] of [
  ['Sydney', SYDNEY],
  ['a cold climate', cold],
] as const) {
  test(`three years of ${name} stay physically plausible`, () => {
    for (const seed of [1, 2, 3]) {
      for (const weather of wholeYear(climate, seed)) {
        for (const [field, value] of Object.entries(weather)) {
          assert.ok(Number.isFinite(value) && !Object.is(value, -0), `${field} ${value}`);
        }
        const { temperature, relativeHumidity, humidityRatio, beam, diffuse, wind, rain, cloud } = weather;
        const reach = climate.seasonal + 1.9 * climate.daily + 2.8 * climate.fronts;
        assert.ok(Math.abs(temperature - climate.mean) <= reach, `${temperature} °C`);
        assert.ok(relativeHumidity > 3 && relativeHumidity <= 100, `${relativeHumidity} %`);
        assert.ok(humidityRatio > 0.0001 && humidityRatio < 0.03);
        assert.ok(beam >= 0 && beam < 1100 && diffuse >= 0 && diffuse < 500, `${beam} ${diffuse} W/m²`);
        assert.ok(wind >= 0 && wind < 20 && cloud >= 0 && cloud <= 1 && rain >= 0 && rain < 60);
        if (rain > 1) assert.ok(cloud >= 0.5, 'rain falls from clouds');
      }
    }
  });
}

test('the weather of Sydney matches its climate data', () => {
  const year = [11, 12, 13, 14].flatMap((seed) => wholeYear(SYDNEY, seed));
  assert.ok(Math.abs(mean(pick(year, 'temperature')) - SYDNEY.mean) < 1);
  assert.ok(Math.abs(mean(pick(year, 'cloud')) - SYDNEY.cloud) < 0.07);
  assert.ok(Math.abs(mean(pick(year, 'wind')) - SYDNEY.wind) < 0.4);
  assert.ok(Math.abs(mean(pick(year, 'relativeHumidity')) - SYDNEY.humidity) < 6);
  const rain = mean(pick(year, 'rain')) * 8760;
  assert.ok(Math.abs(rain - SYDNEY.rain) < 0.35 * SYDNEY.rain, `${rain} mm`);
  const wet = year.filter((weather) => weather.rain > 0).length / year.length;
  assert.ok(wet > 0.04 && wet < 0.25, `rain during ${wet} of the time`);
  const hottest = Math.max(...pick(year, 'temperature'));
  assert.ok(hottest > 31 && hottest < 44, `${hottest} °C`);
});

test('January is summer in Sydney and winter in the north', () => {
  const month = (climate: Climate, first: number) =>
    mean(pick(wholeYear(climate, 4).slice(first * 48, (first + 31) * 48), 'temperature'));
  assert.ok(month(SYDNEY, 0) - month(SYDNEY, 181) > 6);
  assert.ok(month(cold, 181) - month(cold, 0) > 14);
});

test('afternoons are warmer than mornings by about twice the daily swing', () => {
  const source = createGeneratedWeather(SYDNEY, 8);
  const at = (hourInSydney: number) =>
    mean(
      Array.from(
        { length: 365 },
        (_, day) => source(january + (day * 24 + hourInSydney - 10) * HOUR).temperature,
      ),
    );
  assert.ok(Math.abs(at(15) - at(5.5) - 2 * SYDNEY.daily) < 1.5);
});

test('weather can be computed for times in any order, and another seed gives another year', () => {
  const source = createGeneratedWeather(SYDNEY, 21);
  const instants = Array.from({ length: 200 }, (_, index) => january + ((index * 7919) % 200) * 1_234_567);
  const scattered = new Map(instants.map((at) => [at, { ...source(at) }]));
  const again = createGeneratedWeather(SYDNEY, 21);
  for (const at of instants.toSorted((a, b) => a - b)) assert.deepEqual({ ...again(at) }, scattered.get(at));
  const other = createGeneratedWeather(SYDNEY, 22)(january);
  assert.notEqual(other.temperature, source(january).temperature);
});

test('weather has no jumps: the temperature changes by less than 0.2 °C in a minute', () => {
  const source = createGeneratedWeather(SYDNEY, 2);
  let last = { ...source(january) };
  for (let minute = 1; minute < 20_000; minute++) {
    const next = { ...source(january + minute * 60_000) };
    assert.ok(Math.abs(next.temperature - last.temperature) < 0.2, `${next.temperature - last.temperature}`);
    assert.ok(Math.abs(next.cloud - last.cloud) < 0.1);
    last = next;
  }
});
