import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sun } from '../types.ts';
import { createSun, sunDirection, sunHeight } from './sun.ts';

const sydney = { latitude: -33.87, longitude: 151.21 };
const london = { latitude: 51.5, longitude: 0 };

const highest = (site: typeof sydney, day: number): { height: number; direction: number; at: number } => {
  const findSun = createSun(site);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  let best = { height: -90, direction: 0, at: 0 };
  for (let minute = 0; minute < 1440; minute++) {
    const at = day + minute * 60_000;
    findSun(at, sun);
    if (sunHeight(sun) > best.height) best = { height: sunHeight(sun), direction: sunDirection(sun), at };
  }
  return best;
};

/** Noon altitude is 90° - |latitude - declination|; declinations of 2025: 23.44°, 0°, -23.44°. */
const noons = [
  ['Sydney, June solstice', sydney, Date.UTC(2025, 5, 20, 14), 32.69, 0],
  ['Sydney, December solstice', sydney, Date.UTC(2025, 11, 20, 14), 79.57, 0],
  ['Sydney, March equinox', sydney, Date.UTC(2025, 2, 19, 14), 56.2, 0],
  ['London, June solstice', london, Date.UTC(2025, 5, 21), 61.94, 180],
  ['London, December solstice', london, Date.UTC(2025, 11, 21), 15.06, 180],
  ['London, September equinox', london, Date.UTC(2025, 8, 22), 38.6, 180],
] as const;

for (const [name, site, day, height, direction] of noons) {
  test(`the noon sun has the position in the tables: ${name}`, () => {
    const noon = highest(site, day);
    assert.ok(Math.abs(noon.height - height) < 0.25, `${noon.height}`);
    assert.ok(Math.cos(((noon.direction - direction) * Math.PI) / 180) > 0.99, `${noon.direction}`);
  });
}

test('the equation of time makes the sun late in February and early in November', () => {
  const minutes = (day: number) => (highest({ latitude: 51.5, longitude: 0 }, day).at - day) / 60_000 - 720;
  assert.ok(Math.abs(minutes(Date.UTC(2025, 1, 11)) - 14.2) < 1.5);
  assert.ok(Math.abs(minutes(Date.UTC(2025, 10, 3)) + 16.4) < 1.5);
});

test('the sun rises in the east and sets in the west, and its vector has length 1', () => {
  const findSun = createSun(sydney);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  findSun(Date.UTC(2025, 2, 19, 21), sun);
  assert.ok(sun.east > 0.9 && sun.up > 0);
  findSun(Date.UTC(2025, 2, 20, 7), sun);
  assert.ok(sun.east < -0.9 && sun.up > 0);
  assert.ok(Math.abs(Math.hypot(sun.east, sun.north, sun.up) - 1) < 1e-12);
});

test('above the atmosphere the sun gives 1407 W/m² in early January and 1316 in early July', () => {
  const findSun = createSun(london);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  findSun(Date.UTC(2025, 0, 4), sun);
  assert.ok(Math.abs(sun.space - 1407.5) < 1.5, `${sun.space}`);
  findSun(Date.UTC(2025, 6, 4), sun);
  assert.ok(Math.abs(sun.space - 1316.5) < 1.5, `${sun.space}`);
});
