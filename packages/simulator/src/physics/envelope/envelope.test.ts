import assert from 'node:assert/strict';
import { test } from 'node:test';
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
