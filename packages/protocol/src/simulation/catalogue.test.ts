import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toExample } from '../derive/to-example.ts';
import { toSentence } from '../refusal/refusal.ts';
import { checkOverride, faultNames, overrides } from './catalogue.ts';

const sentenceOf = (name: string, body: unknown): string => {
  const checked = checkOverride(name, body);
  return checked.ok ? 'accepted' : toSentence(checked.refusal);
};

test('every simulation override accepts its own example', () => {
  for (const { name, body } of overrides.values()) {
    const example = toExample(body);
    assert.deepEqual(checkOverride(name, example), { ok: true, value: { name, body: example } });
  }
});

test('the clock of a simulated house runs at 0 to 36000 times real time, pauses and steps', () => {
  for (const scale of [0, 0.5, 1, 36_000]) assert.equal(sentenceOf('ClockScale', scale), 'accepted');
  assert.equal(sentenceOf('ClockScale', 36_001), 'ClockScale: 36001 is above the maximum of 36000.');
  assert.equal(sentenceOf('ClockScale', -1), 'ClockScale: -1 is below the minimum of 0.');
  assert.equal(sentenceOf('ClockPause', 2), 'ClockPause: 2 is not one of 0, 1.');
  assert.equal(sentenceOf('ClockStep', 1), 'accepted');
  assert.equal(sentenceOf('ClockStep', 31_622_400), 'accepted');
  assert.equal(sentenceOf('ClockStep', 0), 'ClockStep: 0 s is below the minimum of 1 s.');
  assert.equal(
    sentenceOf('ClockStep', 31_622_401),
    'ClockStep: 31622401 s is above the maximum of 31622400 s.',
  );
});

test('the weather override can set all, some or none of the weather values', () => {
  assert.deepEqual(checkOverride('Weather', { Temperature: -5.5 }), {
    ok: true,
    value: { name: 'Weather', body: { Temperature: -5.5 } },
  });
  assert.equal(sentenceOf('Weather', {}), 'accepted');
  assert.equal(
    sentenceOf('Weather', { Temperature: 61 }),
    'Weather.Temperature: 61 °C is above the maximum of 60 °C.',
  );
  assert.equal(sentenceOf('Weather', { Cloud: 101 }), 'Weather.Cloud: 101 % is above the maximum of 100 %.');
  assert.match(
    sentenceOf('Weather', { Snow: 1 }),
    /^Weather: There is no key "Snow". Use one of Temperature/,
  );
});

test('the people of a simulated house can follow their routine, stay or leave', () => {
  for (const where of ['rhythm', 'home', 'away']) assert.equal(sentenceOf('People', where), 'accepted');
  assert.equal(sentenceOf('People', 'out'), 'People: "out" is not one of rhythm, home, away.');
});

test('all faults are in one table', () => {
  assert.deepEqual(faultNames, [
    'ZoneSensorFault',
    'ZoneSensorBattery',
    'ZoneSensorRadio',
    'ZoneDamperStuck',
    'UnitFault',
    'SplitFault',
    'VrfFault',
    'StationFault',
    'IrrigationFault',
    'PowerDeviceSilent',
    'PowerDeviceBattery',
  ]);
  for (const name of faultNames) assert.equal(overrides.get(name)?.group, 'fault');
});

test('the error of a unit is three characters, or empty', () => {
  assert.equal(sentenceOf('UnitFault', 'E05'), 'accepted');
  assert.equal(sentenceOf('UnitFault', ''), 'accepted');
  for (const code of ['E5', 'E005', 'E\n5', 'É05'])
    assert.match(
      sentenceOf('UnitFault', code),
      /^UnitFault: ".*" is not a code of 3 characters, or empty\.$/,
    );
});

test('refuses an unknown override and suggests the most similar name', () => {
  assert.equal(sentenceOf('Wether', {}), 'The simulation has no override "Wether". Did you mean Weather?');
  assert.equal(sentenceOf('__proto__', {}), 'The simulation has no override "__proto__".');
});
