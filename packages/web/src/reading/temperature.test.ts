import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSetpoint, formatSpokenTemperature, formatTemperature } from './temperature.ts';

test('a measured temperature has one decimal in Celsius and none in Fahrenheit', () => {
  assert.equal(formatTemperature(2145, 'C'), '21.4');
  assert.equal(formatTemperature(2146, 'C'), '21.5');
  assert.equal(formatTemperature(2150, 'F'), '71');
  assert.equal(formatTemperature(undefined, 'C'), '–');
});

test('below zero it has a minus sign, and there is no minus zero', () => {
  assert.equal(formatTemperature(-510, 'C'), '−5.1');
  assert.equal(formatTemperature(-2, 'C'), '0.0');
});

test('a setpoint shows its half degree only where it has one', () => {
  assert.equal(formatSetpoint(2200, 'C'), '22');
  assert.equal(formatSetpoint(2250, 'C'), '22.5');
  assert.equal(formatSetpoint(2250, 'F'), '72.5');
  assert.equal(formatSpokenTemperature(2250, 'F'), '72.5 degrees Fahrenheit');
});
