import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { setLanguage } from '../../text/catalogue.fixture.ts';
import { setpointStepsOf } from '../body.ts';
import { formatSetpoint, formatSpokenTemperature, formatTemperature, nextSetpoint } from './temperature.ts';

test('shows a measured temperature with one decimal in Celsius and none in Fahrenheit', () => {
  assert.equal(formatTemperature(2145, 'C'), '21.4');
  assert.equal(formatTemperature(2146, 'C'), '21.5');
  assert.equal(formatTemperature(2150, 'F'), '71');
  assert.equal(formatTemperature(undefined, 'C'), '–');
});

test('shows a minus sign below zero, and never a minus zero', () => {
  assert.equal(formatTemperature(-510, 'C'), '−5.1');
  assert.equal(formatTemperature(-2, 'C'), '0.0');
});

test('shows a decimal in a setpoint only if it is not a whole degree', () => {
  assert.equal(formatSetpoint(2200, 'C'), '22');
  assert.equal(formatSetpoint(2250, 'C'), '22.5');
  assert.equal(formatSetpoint(2250, 'F'), '72.5');
  assert.equal(formatSpokenTemperature(2250, 'F'), '72.5 degrees Fahrenheit');
});

test('offers every whole degree Fahrenheit, and shows the requested one', () => {
  let wire = 1500;
  for (let degrees = 59; degrees <= 86; degrees++) {
    assert.equal(formatSetpoint(wire, 'F'), String(degrees));
    assert.equal(wire % 50, 0);
    assert.ok(Math.abs((degrees - 32) / 1.8 - wire / 100) <= 0.25);
    const next = nextSetpoint(wire, 1, 'F');
    assert.equal(nextSetpoint(next, -1, 'F'), wire);
    wire = next;
  }
});

test('steps to the next whole degree Fahrenheit from a setpoint between two of them', () => {
  assert.deepEqual(
    ([1, -1] as const).map((direction) => formatSetpoint(nextSetpoint(2250, direction, 'F'), 'F')),
    ['73', '72'],
  );
  assert.equal(nextSetpoint(2111, 1, 'F'), 2150);
  assert.equal(formatSetpoint(2117, 'F'), '70.1');
});

test('steps by half a degree Celsius, also from a setpoint between the steps', () => {
  const steps = [2200, 2210].map((wire) => [nextSetpoint(wire, 1, 'C'), nextSetpoint(wire, -1, 'C')]);
  assert.deepEqual(steps, [
    [2250, 2150],
    [2250, 2200],
  ]);
});

test('moves a fan-coil’s setpoint in whole degrees Celsius for every reader', () => {
  const { min, max, step } = setpointStepsOf('VrfSystemZoneSetpoint');
  for (const scale of ['C', 'F'] as const)
    for (let wire = min; wire < max; wire += step) {
      assert.equal(nextSetpoint(wire, 1, scale, step), wire + step);
      assert.equal(nextSetpoint(wire + step, -1, scale, step), wire);
    }
  assert.deepEqual(
    ([1, -1] as const).map((direction) => nextSetpoint(2150, direction, 'F', step)),
    [2200, 2100],
  );
});

test("formats temperatures in the reader's number format", () => {
  setLanguage('de', 'de-DE');
  assert.deepEqual(
    [formatTemperature(2146, 'C'), formatSetpoint(2250, 'C'), formatTemperature(-510, 'C')],
    ['21,5', '22,5', '−5,1'],
  );
  setLanguage('en', 'en-GB');
});
