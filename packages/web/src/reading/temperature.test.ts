import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayTemperature, showSetpoint, showTemperature } from './temperature.ts';

test('a measured temperature is shown to a tenth, in Fahrenheit to a whole degree', () => {
  assert.equal(showTemperature(2145, 'C'), '21.4');
  assert.equal(showTemperature(2146, 'C'), '21.5');
  assert.equal(showTemperature(2150, 'F'), '71');
  assert.equal(showTemperature(undefined, 'C'), '–');
});

test('below zero it has a minus sign, and nothing is minus nought', () => {
  assert.equal(showTemperature(-510, 'C'), '−5.1');
  assert.equal(showTemperature(-2, 'C'), '0.0');
});

test('a target says its half degree only where it has one', () => {
  assert.equal(showSetpoint(2200, 'C'), '22');
  assert.equal(showSetpoint(2250, 'C'), '22.5');
  assert.equal(showSetpoint(2250, 'F'), '72.5');
  assert.equal(sayTemperature(2250, 'F'), '72.5 degrees Fahrenheit');
});
