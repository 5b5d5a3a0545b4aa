import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEA_LEVEL } from '../air.ts';
import { heatOf, saturationRatio, toHumidityRatio } from '../psychrometrics.ts';
import { COLDEST_COIL, coolAir } from './coil.ts';

const { pressure } = SEA_LEVEL;

test('a wet coil lets a fifth of the air by, and saturates the rest at one temperature', () => {
  const humidity = toHumidityRatio(27, 60, pressure);
  const air = { temperature: 27, humidity };
  const taken = coolAir(air, { heat: 20_000, bypass: 0.2, pressure });
  const coil = 27 + (air.temperature - 27) / 0.8;
  const held = humidity + (air.humidity - humidity) / 0.8;
  assert.ok(Math.abs(held - saturationRatio(coil, pressure)) < 1e-6, `${coil} °C ${held}`);
  assert.ok(coil > 12 && coil < 14, `${coil} °C`);
  assert.ok(Math.abs(taken - 20_000) < 200, `${taken} J/kg`);
  assert.equal(taken, heatOf(27, humidity) - heatOf(air.temperature, air.humidity));
});

test('a coil above the dew point removes only sensible heat, exactly as much as demanded', () => {
  const air = { temperature: 27, humidity: 0.005 };
  assert.ok(Math.abs(coolAir(air, { heat: 8000, bypass: 0.2, pressure }) - 8000) < 1e-6);
  assert.equal(air.humidity, 0.005);
});

test('no demand cools the coil below 2 °C, and air colder than that passes unchanged', () => {
  const air = { temperature: 20, humidity: 0.012 };
  coolAir(air, { heat: 1e6, bypass: 0, pressure });
  assert.ok(Math.abs(air.temperature - COLDEST_COIL) < 1e-12);
  assert.ok(Math.abs(air.humidity - saturationRatio(COLDEST_COIL, pressure)) < 1e-12);
  const cold = { temperature: 1, humidity: 0.003 };
  assert.equal(coolAir(cold, { heat: 1e6, bypass: 0.1, pressure }), 0);
  assert.deepEqual(cold, { temperature: 1, humidity: 0.003 });
});
