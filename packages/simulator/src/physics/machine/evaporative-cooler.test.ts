import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEA_LEVEL } from '../air.ts';
import { heatOf, toHumidityRatio, wetBulb } from '../psychrometrics.ts';
import { EVAPORATIVE_COOLER, type EvaporativeOutput, runEvaporativeCooler } from './evaporative-cooler.ts';

const { pressure, density, volumeHeat } = SEA_LEVEL;

const run = (
  temperature: number,
  relativeHumidity: number,
  airflow: number,
  wet: boolean,
): EvaporativeOutput => {
  const output = { temperature: 0, humidity: 0, power: 0, fan: 0, water: 0 };
  const humidity = toHumidityRatio(temperature, relativeHumidity, pressure);
  runEvaporativeCooler(EVAPORATIVE_COOLER, { air: SEA_LEVEL, temperature, humidity, airflow, wet }, output);
  return output;
};

test('on a hot dry day the air leaves 85 % of the way to its wet bulb, at the same heat', () => {
  const outdoor = toHumidityRatio(38, 20, pressure);
  const output = run(38, 20, 1.8, true);
  const beforeFan = output.temperature - 900 / (volumeHeat * 1.8);
  assert.ok(Math.abs(beforeFan - (38 - 0.85 * (38 - wetBulb(38, outdoor, pressure)))) < 1e-9);
  assert.ok(beforeFan < 24);
  assert.ok(Math.abs(heatOf(beforeFan, output.humidity) - heatOf(38, outdoor)) < 1e-6);
  assert.ok(
    Math.abs(output.water - density * 1.8 * (output.humidity - outdoor)) < 1e-12 && output.water > 0.008,
  );
});

test('a cooler cannot cool saturated air', () => {
  const output = run(30, 100, 0.9, true);
  assert.ok(Math.abs(output.temperature - 30) < 0.15, `${output.temperature}`);
});

test('a dry evaporative cooler halves its fan speed and uses no water and less power', () => {
  const output = run(30, 40, 0.9, false);
  assert.equal(output.fan, 900 / 8);
  assert.equal(output.power, output.fan);
  assert.equal(output.water, 0);
  assert.ok(output.temperature > 30);
});

test("draws only the pump's power and moves no air if the pads are wetted without the fan", () => {
  const output = run(30, 40, 0, true);
  assert.equal(output.power, EVAPORATIVE_COOLER.pump);
  assert.equal(output.water, 0);
  assert.equal(output.temperature, 30);
});
