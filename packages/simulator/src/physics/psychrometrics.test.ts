import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { SEA_LEVEL, standardPressure } from './air.ts';
import { amount } from './amount.fixture.ts';
import {
  createSaturationTable,
  dewPoint,
  enthalpy,
  heatOf,
  ratioAtWetBulb,
  saturatedTemperature,
  saturationPressure,
  saturationRatio,
  toHumidityRatio,
  toRelativeHumidity,
  wetBulb,
} from './psychrometrics.ts';

const { pressure: seaLevel } = SEA_LEVEL;

const near = (actual: number, expected: number, tolerance: number, what = ''): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected} ± ${tolerance}`);

test('saturation pressure matches table 3 of ASHRAE Fundamentals 2017 within 0.5 %', () => {
  const table = [
    [-40, 12.84],
    [-20, 103.24],
    [-10, 259.87],
    [0, 611.2],
    [10, 1228.0],
    [20, 2338.8],
    [30, 4246.0],
    [40, 7383.5],
    [50, 12351.3],
  ] as const;
  for (const [temperature, pressure] of table) {
    near(saturationPressure(temperature), pressure, pressure * 0.005, `${temperature} °C`);
  }
});

test('saturated air matches table 2 of ASHRAE Fundamentals 2017 in humidity ratio and enthalpy', () => {
  const table = [
    [0, 0.0037895, 9473],
    [10, 0.007661, 29352],
    [20, 0.014758, 57555],
    [30, 0.027329, 100006],
    [40, 0.049141, 166683],
  ] as const;
  for (const [temperature, ratio, heat] of table) {
    near(saturationRatio(temperature, seaLevel), ratio, ratio * 0.008, `${temperature} °C`);
    near(enthalpy(temperature, ratio), heat, heat * 0.005, `${temperature} °C`);
  }
});

test('reproduces the worked example of ASHRAE chapter 1: 40 °C with 20 °C wet bulb', () => {
  near(wetBulb(40, 0.0065, seaLevel), 20, 0.15);
  near(toRelativeHumidity(40, 0.0065, seaLevel), 14, 0.5);
  near(dewPoint(0.0065, seaLevel), 7.6, 0.3);
  near(enthalpy(40, 0.0065), 56_700, 400);
});

test('each psychrometric formula agrees with its inverse', () => {
  const temperature = amount(-35, 45);
  fc.assert(
    fc.property(temperature, amount(1, 99), (t, rh) => {
      const ratio = toHumidityRatio(t, rh, seaLevel);
      near(toRelativeHumidity(t, ratio, seaLevel), rh, 1e-9, 'relative humidity');
      near(saturationRatio(dewPoint(ratio, seaLevel), seaLevel), ratio, 1e-12, 'dew point');
      near(
        saturatedTemperature(heatOf(t, saturationRatio(t, seaLevel)), seaLevel),
        t,
        1e-5,
        'saturated temperature',
      );
      const wet = wetBulb(t, ratio, seaLevel);
      near(ratioAtWetBulb(t, wet, seaLevel), ratio, 1e-9, 'wet bulb');
      assert.ok(dewPoint(ratio, seaLevel) <= wet + 1e-6 && wet <= t, 'dew point <= wet bulb <= temperature');
    }),
  );
});

test('the saturation table stays within 0.02 % of the formula and is constant beyond its range', () => {
  const table = createSaturationTable(seaLevel);
  for (let t = -59.9; t < 60; t += 0.37)
    near(table(t), saturationRatio(t, seaLevel), saturationRatio(t, seaLevel) * 2e-4);
  assert.equal(table(-300), saturationRatio(-60, seaLevel));
  assert.equal(table(4000), saturationRatio(60, seaLevel));
});

test('the inverse of an impossible enthalpy of saturated air is the nearest end of the range', () => {
  assert.equal(saturatedTemperature(-1e6, seaLevel), -60);
  assert.equal(saturatedTemperature(1e8, seaLevel), 80);
});

test('relative humidity never exceeds 100 %', () => {
  assert.equal(toRelativeHumidity(10, 0.05, seaLevel), 100);
});

test('thinner air holds more vapour per kg, by its pressure', () => {
  const denver = standardPressure(1650);
  near(denver, 83_060, 100);
  near(saturationRatio(20, denver), (0.621945 * 2333) / (denver - 2333), 3e-5);
  assert.ok(wetBulb(35, 0.006, denver) < wetBulb(35, 0.006, seaLevel));
});
