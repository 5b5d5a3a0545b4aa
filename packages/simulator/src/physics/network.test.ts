import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNetwork } from './network.ts';
import type { RoomSpec } from './types.ts';

const room: RoomSpec = { name: 'Den', area: 20 };

test('a room of 20 m² by 2.5 m has the coefficients of ISO 13790', () => {
  const network = toNetwork([
    {
      ...room,
      walls: [{ facing: 'N', area: 10, window: 3, shade: 0.5 }],
      insulation: { wall: 0.5, window: 2, roof: 0.2, floor: 0.3, solarGain: 0.7, absorptance: 0.5 },
      roof: 20,
      ground: 20,
      leakage: 0.72,
      mass: 'heavy',
    },
  ]);
  const near = (actual: number | undefined, expected: number) =>
    assert.ok(Math.abs(actual! - expected) < 1e-6 * expected, `${actual} ${expected}`);
  near(network.volume[0], 50);
  near(network.airCapacity[0], 50 * 1.2 * 1006 + 20 * 7000);
  near(network.massCapacity[0], 5_200_000);
  near(network.airToMass[0], (1 / (1 / 3.45 + 1 / (9.1 / 1.8))) * (2 * 20 + 4 * Math.sqrt(20) * 2.5));
  near(network.windowLoss[0], 6);
  near(network.wallLoss[0], 7 * 0.5 + 20 * 0.2);
  near(network.groundLoss[0], 6);
  near(network.leakage[0], 0.01);
  near(network.sunIn[0]![0], 3 * 0.7 * 0.5);
  near(network.sunOn[0]![0], (7 * 0.5 * 0.5) / 25);
  near(network.sunOn[0]![8], (20 * 0.2 * 0.5) / 25);
});

test('the heat capacity of a structure can be given in kJ/K', () => {
  assert.equal(toNetwork([{ ...room, mass: 1234 }]).massCapacity[0], 1_234_000);
});

test('a shared wall is listed once and couples both rooms', () => {
  const rooms = [
    { ...room, neighbours: [{ room: 'Hall', area: 10, door: 0.1 }] },
    { name: 'Hall', area: 8 },
  ];
  assert.deepEqual(toNetwork(rooms).links, [{ a: 0, b: 1, heat: 10 * 1.8 + 0.1 * (1.2 * 1006), air: 0.1 }]);
});

const refusals: readonly (readonly [what: string, rooms: readonly RoomSpec[], sentence: RegExp])[] = [
  [
    'an unknown neighbour',
    [{ ...room, neighbours: [{ room: 'Attic', area: 5 }] }],
    /"Den" has no neighbour "Attic"/,
  ],
  ['a room beside itself', [{ ...room, neighbours: [{ room: 'Den', area: 5 }] }], /its own neighbour/],
  ['two rooms of one name', [room, room], /name of its own/],
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
  ['an area that is no number', [{ ...room, area: Number.NaN }], /the area is NaN/],
  ['a room without height', [{ ...room, height: 0 }], /the height/],
  [
    'a window larger than its wall',
    [{ ...room, walls: [{ facing: 'N', area: 2, window: 3 }] }],
    /less its window/,
  ],
  ['a negative window', [{ ...room, walls: [{ facing: 'N', area: 2, window: -3 }] }], /a window is -3/],
  ['a shade beyond 1', [{ ...room, walls: [{ facing: 'N', area: 2, shade: 1.2 }] }], /shade/],
  [
    'a wall facing nowhere',
    [{ ...room, walls: [{ facing: 'up' as 'N', area: 2 }] }],
    /no wall can face "up"/,
  ],
  ['a negative leakage', [{ ...room, leakage: -0.1 }], /leakage/],
  ['a structure of no mass', [{ ...room, mass: 0 }], /thermal mass/],
];

for (const [what, rooms, sentence] of refusals) {
  test(`refuses ${what} with a sentence`, () => {
    assert.throws(() => toNetwork(rooms), { name: 'RangeError', message: sentence });
  });
}
