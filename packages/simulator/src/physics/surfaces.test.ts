import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeIrradiance, SURFACES } from './surfaces.ts';
import { computeSkyRadiation } from './weather/sky-radiation.ts';
import type { Sun } from './weather/sun.ts';

const sunAt = (height: number, direction: number): Sun => {
  const [h, d] = [(height * Math.PI) / 180, (direction * Math.PI) / 180];
  return { east: Math.cos(h) * Math.sin(d), north: Math.cos(h) * Math.cos(d), up: Math.sin(h), space: 1361 };
};

const light = (sun: Sun, beam: number, diffuse: number) => {
  const irradiance = new Float64Array(SURFACES.length);
  computeIrradiance(irradiance, sun, { beam, diffuse });
  return Object.fromEntries(SURFACES.map((name, index) => [name, irradiance[index]!]));
};

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs(actual! - expected) < 1e-9, `${actual} is not ${expected}`);

test('a low sun in the east fully lights the east wall, its neighbours by the cosine, and not the west wall', () => {
  const walls = light(sunAt(0.0001, 90), 800, 0);
  assert.ok(Math.abs(walls.E! - 800) < 0.01);
  assert.ok(Math.abs(walls.NE! - 800 * Math.SQRT1_2) < 0.01);
  assert.ok(Math.abs(walls.SE! - 800 * Math.SQRT1_2) < 0.01);
  assert.ok(walls.W! < 0.01 && walls.NW! < 0.01);
});

test("a sun 60° high in the north gives 0.866 of the beam on the horizontal, half on the north wall, and the ground's reflection", () => {
  const walls = light(sunAt(60, 0), 1000, 0);
  near(walls.roof, 1000 * Math.sin(Math.PI / 3));
  near(walls.N, 500 + 0.1 * walls.roof!);
  near(walls.S, 0.1 * walls.roof!);
});

test('diffuse light alone is half as strong on every wall, plus the light that the ground reflects', () => {
  const walls = light(sunAt(30, 0), 0, 200);
  near(walls.roof, 200);
  for (const name of SURFACES.slice(0, 8)) near(walls[name], 100 + 20);
});

test('a sun below the horizon gives no light', () => {
  for (const value of Object.values(light(sunAt(-5, 0), 900, 0))) assert.equal(value, 0);
});

test('a clear high sun gives 900 to 1050 W/m² of beam, an overcast sky no beam and a quarter of the total', () => {
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
