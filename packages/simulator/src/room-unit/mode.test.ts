import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTO, COOL, chooseAction, DRY, HEAT, VENT } from './mode.ts';

const free = { setpoint: 22, bound: undefined };

test('each mode gives the same action in any room, and dry runs the machine like cool', () => {
  for (const air of [10, 22, 35]) {
    assert.equal(chooseAction('off', { ...free, mode: COOL }, air), 'cool');
    assert.equal(chooseAction('off', { ...free, mode: DRY }, air), 'cool');
    assert.equal(chooseAction('off', { ...free, mode: HEAT }, air), 'heat');
    assert.equal(chooseAction('off', { ...free, mode: VENT }, air), 'fan');
  }
});

test('auto starts in the direction that the room needs, and turns a degree past the setpoint', () => {
  const auto = { ...free, mode: AUTO };
  assert.equal(chooseAction('off', auto, 22), 'cool');
  assert.equal(chooseAction('off', auto, 21.9), 'heat');
  assert.equal(chooseAction('cool', auto, 21), 'cool');
  assert.equal(chooseAction('cool', auto, 20.99), 'heat');
  assert.equal(chooseAction('heat', auto, 23), 'heat');
  assert.equal(chooseAction('heat', auto, 23.01), 'cool');
});

test('a unit bound to the other direction only ventilates', () => {
  assert.equal(chooseAction('cool', { mode: COOL, setpoint: 22, bound: 'heat' }, 30), 'fan');
  assert.equal(chooseAction('cool', { mode: DRY, setpoint: 22, bound: 'heat' }, 30), 'fan');
  assert.equal(chooseAction('heat', { mode: HEAT, setpoint: 22, bound: 'cool' }, 10), 'fan');
  assert.equal(chooseAction('fan', { mode: AUTO, setpoint: 22, bound: 'heat' }, 30), 'fan');
  assert.equal(chooseAction('fan', { mode: AUTO, setpoint: 22, bound: 'heat' }, 10), 'heat');
});
