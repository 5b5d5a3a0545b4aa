import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CloudMessage } from '@plenum/client';
import { componentsIn, describeMessages } from './message.ts';

const event = (...devices: (readonly [id: string, datagram: Record<string, unknown>])[]): CloudMessage => ({
  requestId: '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
  requestType: 'Event',
  requestBody: { devices: devices.map(([componentId, datagram]) => ({ componentId, datagram })) },
});
const sync: CloudMessage = {
  requestId: '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
  requestType: 'Sync',
  userId: 'ann',
};
const zone = (index: number, house = '000000001') => `${house}_hvac_zone_${index}`;

test('describes the components of a message with the fields that differ from their last message', () => {
  assert.deepEqual(
    describeMessages([
      sync,
      event([zone(1), { Setpoint: 2250, Mode: 3 }], [zone(2), { Setpoint: 2100 }]),
      event([zone(2), { Setpoint: 2100 }], [zone(1), { Setpoint: 2350, Temp: 2210 }]),
      event([zone(1, '000000002'), { Setpoint: 2350 }]),
    ]),
    [
      'Sync for user ann',
      'Event of house 000000001: first state of zone 1, zone 2',
      'Event of house 000000001: zone 2: unchanged; zone 1: Setpoint 2250 → 2350, Mode 3 → nothing, Temp nothing → 2210',
      'Event of house 000000002: first state of zone 1',
    ],
  );
});

test('describes at most eight components and eight fields of a message, and counts the others', () => {
  const many = (count: number, value: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`F${n}`, value]));
  const zones = (count: number) => Array.from({ length: count }, (_, n) => [zone(n), {}] as const);
  const [eight, nine] = [describeMessages([event(...zones(8))]), describeMessages([event(...zones(9))])];
  assert.match(eight[0]!, /zone 6, zone 7$/);
  assert.match(nine[0]!, /zone 6, zone 7, 1 more$/);
  const last = (count: number) =>
    describeMessages([event([zone(1), many(count, 1)]), event([zone(1), many(count, 2)])])[1];
  assert.match(last(8)!, /F7 1 → 2$/);
  assert.match(last(9)!, /F7 1 → 2, 1 more$/);
});

test('reads the components of an event, and none of a Sync or with an id that is not one', () => {
  assert.deepEqual(componentsIn(event([zone(3), { Mode: 1 }], ['nonsense', {}])), [
    { systemId: '000000001', kind: 'zone', index: 3, datagram: { Mode: 1 } },
  ]);
  assert.deepEqual(componentsIn(sync), []);
});
