import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sun } from '../types.ts';
import { denver } from '../weather/denver.fixture.ts';
import { computeSkyRadiation } from '../weather/sky-radiation.ts';
import { readEpw } from '../weather/weather-epw.ts';
import { createSun } from './sun.ts';
import { computeSunlight, createSunlight, SURFACES } from './sunlight.ts';

const sunAt = (height: number, direction: number): Sun => {
  const [h, d] = [(height * Math.PI) / 180, (direction * Math.PI) / 180];
  return { east: Math.cos(h) * Math.sin(d), north: Math.cos(h) * Math.cos(d), up: Math.sin(h), space: 1361 };
};

/** Returns the sun on each surface in W/m²: all of it, and the part from the direction of the sun. */
const light = (sun: Sun, beam: number, diffuse: number) => {
  const sunlight = createSunlight();
  computeSunlight(sunlight, sun, { beam, diffuse });
  const pick = (value: (index: number) => number) =>
    Object.fromEntries(SURFACES.map((name, index) => [name, value(index)])) as {
      [name in (typeof SURFACES)[number]]: number;
    };
  return {
    all: pick((index) => sunlight.beam[index]! + sunlight.diffuse[index]!),
    beam: pick((index) => sunlight.beam[index]!),
    diffuse: pick((index) => sunlight.diffuse[index]!),
  };
};

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs(actual! - expected) < 1e-9, `${actual} is not ${expected}`);

test('a low eastern sun lights the east wall fully, its neighbours less, the west not at all', () => {
  const walls = light(sunAt(0.0001, 90), 800, 0).all;
  assert.ok(Math.abs(walls.E! - 800) < 0.01);
  assert.ok(Math.abs(walls.NE! - 800 * Math.SQRT1_2) < 0.01);
  assert.ok(Math.abs(walls.SE! - 800 * Math.SQRT1_2) < 0.01);
  assert.ok(walls.W! < 0.01 && walls.NW! < 0.01);
});

test('a sun 60° high in the north gives 0.866 of its beam on the ground, half on the wall', () => {
  const walls = light(sunAt(60, 0), 1000, 0).all;
  near(walls.roof, 1000 * Math.sin(Math.PI / 3));
  near(walls.N, 500 + 0.1 * walls.roof!);
  near(walls.S, 0.1 * walls.roof!);
});

test('an overcast sky is about as bright in each direction, and the ground reflects a fifth', () => {
  const { all } = light(sunAt(30, 0), 0, 200);
  near(all.roof, 200);
  for (const name of SURFACES.slice(0, 8))
    assert.ok(all[name] > 90 && all[name] < 150, `${name} ${all[name]}`);
});

test('a wall in front of the sun gets more than half of a clear sky’s diffuse light', () => {
  const { diffuse, beam, all } = light(sunAt(40, 0), 800, 80);
  near(all.roof, 800 * Math.sin((40 * Math.PI) / 180) + 80);
  assert.ok(beam.N > 800 * Math.cos((40 * Math.PI) / 180) + 20, 'the bright sky around the sun');
  near(beam.S, 0);
  assert.ok(diffuse.S > 40 && diffuse.S < 110, `${diffuse.S}`);
});

test('the year at Denver gives each facade what the programs of ANSI/ASHRAE 140-2020 find', () => {
  const { place, source } = readEpw(denver());
  const findSun = createSun(place);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  const sunlight = createSunlight();
  const year = new Float64Array(SURFACES.length);
  const start = Date.UTC(2025, 0, 1) + 7 * 3_600_000;
  for (let quarter = 0; quarter < 365 * 96; quarter++) {
    const at = start + (quarter + 0.5) * 900_000;
    findSun(at, sun);
    computeSunlight(sunlight, sun, source(at));
    for (let surface = 0; surface < year.length; surface++)
      year[surface]! += (sunlight.beam[surface]! + sunlight.diffuse[surface]!) / 4000;
  }
  const found = Object.fromEntries(SURFACES.map((name, index) => [name, year[index]!]));
  const bands = { roof: [1663, 1674], N: [399, 477], E: [1017, 1068], S: [1291, 1387], W: [903, 997] };
  for (const [name, [low, high]] of Object.entries(bands))
    assert.ok(found[name]! >= low! && found[name]! <= high!, `${name} ${found[name]} kWh/m²`);
});

test('a sun below the horizon gives no light', () => {
  for (const value of Object.values(light(sunAt(-5, 0), 900, 0).all)) assert.equal(value, 0);
});

test('a clear high sun gives 900 to 1050 W/m² of beam; an overcast sky gives none', () => {
  const clear = { beam: 0, diffuse: 0 };
  const overcast = { beam: 0, diffuse: 0 };
  const sun = sunAt(80, 0);
  computeSkyRadiation(sun, 0, clear);
  computeSkyRadiation(sun, 1, overcast);
  assert.ok(clear.beam > 900 && clear.beam < 1050, `${clear.beam}`);
  assert.ok(clear.diffuse > 60 && clear.diffuse < 130, `${clear.diffuse}`);
  assert.equal(overcast.beam, 0);
  near(overcast.diffuse / (clear.beam * sun.up + clear.diffuse), 0.25);
});

test('irradiance is never negative under any sun and sky', () => {
  const sky = { beam: 0, diffuse: 0 };
  for (let height = -10; height <= 90; height += 0.5) {
    for (let cloud = 0; cloud <= 1; cloud += 0.05) {
      computeSkyRadiation(sunAt(height, 0), cloud, sky);
      assert.ok(sky.beam >= 0 && sky.diffuse >= 0 && sky.beam < 1361, `${height}° ${cloud}`);
      if (height <= 0) assert.equal(sky.beam + sky.diffuse, 0);
    }
  }
});
