import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { alertsByComponent } from './component-alerts.ts';

const house = (parts: object): Datagrams => ({ ...nothingInstalled, ...parts }) as unknown as Datagrams;
const listed = (datagrams: Datagrams) =>
  alertsByComponent(datagrams).map(({ kind, index, alerts }) => [
    kind,
    index,
    alerts.map(({ code }) => code),
  ]);

const unit = { ACError: 'E5', FilterWarn: 0 };

test('lists a fault of the ducted unit once, although the ducted fan-coil repeats it', () => {
  const ducted = { X: 0, Er: 'E5' };
  assert.deepEqual(listed(house({ unit: [unit], vrf: [ducted, { X: 1, Er: '' }] })), [
    ['unit', 0, ['unit-fault']],
  ]);
  assert.deepEqual(listed(house({ unit: [unit], vrf: [{ ...ducted, Ac: 0 }] })), [
    ['unit', 0, ['unit-fault']],
    ['vrf', 0, ['not-connected']],
  ]);
});

test('lists faults of other fan-coils, and of the ducted one if there is no ducted unit', () => {
  assert.deepEqual(listed(house({ unit: [unit], vrf: [{ X: 1, Er: 'E5' }] })), [
    ['unit', 0, ['unit-fault']],
    ['vrf', 1, ['fan-coil-fault']],
  ]);
  assert.deepEqual(listed(house({ vrf: [{ X: 0, Er: 'E5' }] })), [['vrf', 0, ['fan-coil-fault']]]);
});
