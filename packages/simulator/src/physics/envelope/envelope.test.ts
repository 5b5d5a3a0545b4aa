import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Layer } from '../construction/layers.ts';
import { STOREYS } from '../construction/library.ts';
import type { RoomSpec } from '../types.ts';
import { createEnvelope, type FaceKind } from './envelope.ts';
import { spreadInside } from './inside-light.ts';
import { findRadiantAreas } from './long-wave.ts';

/** The room of the cases of ANSI/ASHRAE 140. */
const room: RoomSpec = {
  name: 'Room',
  area: 48,
  height: 2.7,
  walls: [
    { facing: 'S', area: 21.6, window: 12 },
    { facing: 'N', area: 21.6 },
    { facing: 'E', area: 16.2 },
    { facing: 'W', area: 16.2 },
  ],
  roof: 48,
  overAir: 48,
};

const areaOf = (rooms: readonly RoomSpec[], kind: FaceKind, number = 0) =>
  createEnvelope(rooms)
    .faces.filter((face) => face.room === number && face.kind === kind)
    .reduce((sum, { area }) => sum + area, 0);

test('a room has faces of the areas in its file, and no others if it is described in full', () => {
  const kinds = ['walls', 'windows', 'roof', 'floor', 'structure'] as const;
  assert.deepEqual(
    kinds.map((kind) => Math.round(10 * areaOf([room], kind)) / 10),
    [63.6, 12, 48, 48, 0],
  );
});

test('what is left of floor, ceiling and walls borders on rooms that are as warm', () => {
  assert.equal(areaOf([{ name: 'Cell', area: 16, height: 2.5 }], 'structure'), 16 + 16 + 4 * 4 * 2.5);
});

test('a wall between two rooms has a face in each of them', () => {
  const rooms = [
    { name: 'A', area: 16, neighbours: [{ room: 'B', area: 9 }] },
    { name: 'B', area: 25 },
  ];
  assert.deepEqual([areaOf(rooms, 'neighbours', 0), areaOf(rooms, 'neighbours', 1)], [9, 9]);
});

test('shares one floor between a room and the one above it, whichever of the two names the other', () => {
  const up: RoomSpec = { name: 'Up', area: 16, roof: 16 };
  const down: RoomSpec = { name: 'Down', area: 16, ground: 16 };
  const written = [
    [{ ...down, neighbours: [{ room: 'Up', area: 12, side: 'above' }] }, up],
    [down, { ...up, neighbours: [{ room: 'Down', area: 12, side: 'below' }] }],
  ] as const satisfies readonly (readonly RoomSpec[])[];
  for (const rooms of written) {
    const { faces, parts } = createEnvelope(rooms);
    const of = (room: number) =>
      faces.filter((face) => face.room === room && face.kind === 'neighbours').map(({ posture }) => posture);
    assert.deepEqual([of(0), of(1)], [['ceiling'], ['floor']]);
    assert.equal(areaOf(rooms, 'structure', 0), 4 + 4 * 4 * 2.5, 'the rest of the ceiling, and all walls');
    assert.equal(areaOf(rooms, 'structure', 1), 4 + 4 * 4 * 2.5, 'the rest of the floor, and all walls');
    const floor = faces.find((face) => face.room === 1 && face.kind === 'neighbours')!;
    const between = parts.find(({ boundary }) => boundary === 'room')!;
    const fromFloor =
      floor.node === between.first ? between.chain.capacities : between.chain.capacities.toReversed();
    assert.ok(fromFloor.at(-1)! > 3_000, 'plasterboard below');
    const layers: readonly Layer[] = [...STOREYS.timber.floor, ...STOREYS.timber.ceiling];
    const held = layers.reduce(
      (sum, { thickness, density = 0, heat = 0 }) => sum + thickness * density * heat,
      0,
    );
    const sum = fromFloor.reduce((whole, each) => whole + each, 0);
    assert.ok(sum >= held - 1e-6 && sum < held + 4_000, `${sum} of ${held} J/m²K`);
  }
});

test('keeps 0.642 of the direct sun in the floor of the ANSI/ASHRAE 140 room', () => {
  const { faces } = createEnvelope([room]);
  const { beam, diffuse, glow } = spreadInside(faces, 1);
  const share = (of: Float64Array, kind: FaceKind) =>
    faces.reduce((sum, face, place) => sum + (face.kind === kind ? of[place]! : 0), 0);
  assert.ok(Math.abs(share(beam, 'floor') - 0.642) < 0.005, `${share(beam, 'floor')}`);
  assert.equal(share(beam, 'windows'), 0);
  const whole = (of: Float64Array) => of.reduce((sum, each) => sum + each, 0);
  assert.ok(whole(beam) > 0.93 && whole(beam) < 0.97, `${whole(beam)}`);
  assert.ok(whole(diffuse) > 0.85 && whole(diffuse) < whole(beam), `${whole(diffuse)}`);
  assert.ok(Math.abs(whole(glow) - 1) < 1e-12);
});

test('black faces of equal size exchange all of their heat with the others', () => {
  const cube = Array.from({ length: 6 }, () => ({ area: 10, emissivity: 1, room: 0 }));
  const areas = findRadiantAreas(cube as never, 1);
  for (const each of areas) assert.ok(Math.abs(each - 10 / (5 / 6)) < 1e-6, `${each}`);
});
