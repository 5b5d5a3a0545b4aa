import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { freeOrders, setType } from './zone-type.ts';

const [onOff, constant, auto] = [1, 2, 3];
const zone = (Index: number, ZoneType: number, Const = 255) =>
  ({ Index, ZoneType, Const, SensType: 4 }) as DatagramOf<'zone'>;
const house = (NoOfConst: number, ...zones: DatagramOf<'zone'>[]) =>
  ({ unit: [{ NoOfConst }], zone: zones }) as unknown as Datagrams;
const setting = (Index: number, Zone: number, ConstNo: number) => [
  'ZoneSetting',
  { Index, Sensor: 4, Zone, ConstNo },
];

test('gives a room that becomes constant the first free number, and raises the count', () => {
  const some = house(2, zone(0, constant, 2), zone(1, auto));
  assert.deepEqual(setType(some, some.zone[1]!, constant), [setting(1, constant, 1)]);
  const full = house(1, zone(0, constant, 1), zone(1, auto));
  assert.deepEqual(setType(full, full.zone[1]!, constant), [['NoOfConstants', 2], setting(1, constant, 2)]);
});

test('a room that is no longer constant leaves no gap in the numbers', () => {
  const both = house(2, zone(0, constant, 1), zone(1, constant, 2));
  assert.deepEqual(setType(both, both.zone[0]!, auto), [
    setting(0, auto, 255),
    setting(1, constant, 1),
    ['NoOfConstants', 1],
  ]);
  assert.deepEqual(setType(both, both.zone[1]!, onOff), [setting(1, onOff, 255), ['NoOfConstants', 1]]);
});

test('a room that never was constant changes nothing else, even with an odd number', () => {
  const odd = house(1, zone(0, auto, 0), zone(1, constant, 1));
  assert.deepEqual(setType(odd, odd.zone[0]!, onOff), [setting(0, onOff, 255)]);
  assert.deepEqual(freeOrders(odd, odd.zone[1]!), [1]);
});
