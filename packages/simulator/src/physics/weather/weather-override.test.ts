import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saturationRatio } from '../psychrometrics.ts';
import { SYDNEY } from './climates.ts';
import { createGeneratedWeather } from './weather-generator.ts';
import { overrideWeather, type WeatherOverride } from './weather-override.ts';

const noon = Date.UTC(2025, 0, 10, 2);
const source = createGeneratedWeather(SYDNEY, 1);
const under = (override: WeatherOverride) => ({ ...overrideWeather(source, SYDNEY)(noon, override) });

test('an empty weather override changes nothing', () => {
  assert.deepEqual(under({}), { ...source(noon) });
});

test('values of a weather override replace those of the source, and other values stay the same', () => {
  const weather = under({ rain: 7, wind: 12, co2: 600 });
  assert.deepEqual(weather, { ...source(noon), rain: 7, wind: 12, co2: 600 });
});

test('a hotter day keeps its vapour at a lower humidity; saturation limits a colder one', () => {
  const natural = { ...source(noon) };
  const hot = under({ temperature: 44 });
  assert.equal(hot.temperature, 44);
  assert.equal(hot.humidityRatio, natural.humidityRatio);
  assert.ok(hot.relativeHumidity < natural.relativeHumidity);
  const cold = under({ temperature: -8 });
  assert.equal(cold.humidityRatio, saturationRatio(-8, 101_325));
  assert.ok(Math.abs(cold.relativeHumidity - 100) < 1e-9);
});

test('an overridden humidity applies at the overridden temperature', () => {
  const weather = under({ temperature: 30, relativeHumidity: 20 });
  assert.equal(weather.relativeHumidity, 20);
  assert.ok(Math.abs(weather.humidityRatio - 0.00526) < 3e-5);
});

test('an overridden cloud cover dims or brightens the sky', () => {
  assert.equal(under({ cloud: 1 }).beam, 0);
  assert.ok(under({ cloud: 0 }).beam > 900);
});

test('a weather override does not affect the next call', () => {
  const weather = overrideWeather(source, SYDNEY);
  assert.equal(weather(noon, { temperature: 1 }).temperature, 1);
  assert.equal(weather(noon, {}).temperature, source(noon).temperature);
});
