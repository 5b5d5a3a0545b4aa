import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaceAir, SEA_LEVEL, standardPressure } from './air.ts';
import { toNetwork } from './network.ts';
import type { RoomSpec } from './types.ts';

const room: RoomSpec = { name: 'Den', area: 20 };

test('a room of 20 m² by 2.5 m holds 50 m³ of air and furniture of 7 kJ/m²K', () => {
  const { volume, airCapacity, leakage, drafty } = toNetwork([{ ...room, leakage: 0.72 }], SEA_LEVEL);
  assert.equal(volume[0], 50);
  assert.ok(Math.abs(airCapacity[0]! - (50 * SEA_LEVEL.volumeHeat + 20 * 7000)) < 1e-6);
  assert.ok(Math.abs(leakage[0]! - 0.01) < 1e-12);
  assert.equal(drafty[0], 1);
});

test('a house on a mountain exchanges the same mass of thinner air, and its air holds less heat', () => {
  const high = createPlaceAir(standardPressure(1650));
  const steady = { ...room, leakage: 0.72, infiltration: 'steady', furniture: 0 } as const;
  const { leakage, drafty, airCapacity } = toNetwork([steady], high);
  assert.ok(Math.abs(leakage[0]! * high.density - 0.01 * SEA_LEVEL.density) < 1e-12);
  assert.ok(
    Math.abs(airCapacity[0]! / (50 * SEA_LEVEL.volumeHeat) - high.pressure / SEA_LEVEL.pressure) < 1e-9,
  );
  assert.equal(drafty[0], 0);
});

test('a door between two rooms is listed once, a shared wall without a door not at all', () => {
  const withDoor = { ...room, neighbours: [{ room: 'Hall', area: 10, door: 0.1 }] };
  const hall = { name: 'Hall', area: 8, neighbours: [{ room: 'Bath', area: 9 }] };
  const { doors } = toNetwork([withDoor, hall, { name: 'Bath', area: 5 }], SEA_LEVEL);
  assert.deepEqual(doors, [{ a: 0, b: 1, air: 0.1 }]);
});

const refusals: readonly (readonly [what: string, rooms: readonly RoomSpec[], sentence: RegExp])[] = [
  [
    'an unknown neighbour',
    [{ ...room, neighbours: [{ room: 'Attic', area: 5 }] }],
    /"Den" has no neighbour "Attic"/,
  ],
  ['a room beside itself', [{ ...room, neighbours: [{ room: 'Den', area: 5 }] }], /its own neighbour/],
  ['two rooms of one name', [room, room], /its own name/],
  [
    'a shared wall written on both sides',
    [
      { ...room, neighbours: [{ room: 'Hall', area: 9 }] },
      { name: 'Hall', area: 9, neighbours: [{ room: 'Den', area: 9 }] },
    ],
    /between "Hall" and "Den" is written twice/,
  ],
  [
    'a negative shared wall',
    [
      { ...room, neighbours: [{ room: 'Hall', area: -1 }] },
      { name: 'Hall', area: 9 },
    ],
    /shared/,
  ],
  ['a room without area', [{ ...room, area: 0 }], /Room "Den": the area is 0/],
  ['an area that is not a number', [{ ...room, area: Number.NaN }], /the area is NaN/],
  ['a room without height', [{ ...room, height: 0 }], /the height/],
  [
    'a window larger than its wall',
    [{ ...room, walls: [{ facing: 'N', area: 2, window: 3 }] }],
    /less its window/,
  ],
  ['a negative window', [{ ...room, walls: [{ facing: 'N', area: 2, window: -3 }] }], /a window is -3/],
  ['a shade beyond 1', [{ ...room, walls: [{ facing: 'N', area: 2, shade: 1.2 }] }], /shade/],
  ['a negative leakage', [{ ...room, leakage: -0.1 }], /leakage/],
  ['negative furniture', [{ ...room, furniture: -1 }], /furniture/],
];

for (const [what, rooms, sentence] of refusals) {
  test(`refuses ${what} with a sentence`, () => {
    assert.throws(() => toNetwork(rooms, SEA_LEVEL), { name: 'RangeError', message: sentence });
  });
}
