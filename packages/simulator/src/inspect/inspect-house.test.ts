import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHouse } from '../house-file/read.ts';
import { houseNames, readShippedHouse } from '../house-file/shipped.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { caseNames } from '../reference/bands.ts';
import { readCase } from '../reference/judge.ts';
import { inspectHouse } from './inspect-house.ts';

const read = (room: string): HouseFile => {
  const text = `name: Hut\nplace: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }\nrooms:\n  - { name: Lounge, area: 20, ${room} }\n`;
  const house = readHouse(text, 'hut.yaml');
  assert.ok(house.ok);
  return house.value;
};

const roomOf = (room: string) => inspectHouse(read(room)).rooms[0]!;
const layer = (thickness: number, conductivity: number, density = 0, heat = 0) =>
  `{ thickness: ${thickness}, conductivity: ${conductivity}, density: ${density}, heat: ${heat} }`;

const near = (value: number, expected: number, within: number) =>
  assert.ok(Math.abs(value - expected) <= within, `${value}, expected ${expected}`);

/** Heat capacity of the thinnest surface in J/m²K (`envelope.ts`). */
const LEAST = 3_000;

describe('inspectHouse', () => {
  it('adds up the heat loss of walls, windows, roof, floor, ground and air', () => {
    const { loss, glass, glassToFloor } = roomOf(
      `walls: [{ facing: N, area: 12, window: 2 }], roof: 20, ground: 12, overAir: 8, leakage: 0.6,
       layers: { wall: [${layer(0.1, 0.05)}], roof: [${layer(0.1, 0.04)}], floor: [${layer(0.1, 0.1)}] },
       glazing: { panes: [{ thickness: 0.003, conductivity: 1, transmittance: 0.8, reflectance: 0.08, emissivity: 0.84 }] }`.replaceAll(
        /\s+/g,
        ' ',
      ),
    );
    near(loss.walls, 10 / (0.04 + 2 + 0.13), 1e-9);
    near(loss.windows, 2 / (0.04 + 0.13), 1e-9);
    near(loss.roof, 20 / (0.04 + 2.5 + 0.1), 1e-9);
    near(loss.floor, 8 / (0.17 + 1 + 0.17), 1e-9);
    near(loss.ground, 12 / (1 + 0.17), 1e-9);
    near(loss.leakage, (0.6 * 50 * 1.2041 * 1006) / 3600, 0.01);
    const { total, ...parts } = loss;
    near(
      total,
      Object.values(parts).reduce((sum, each) => sum + each, 0),
      1e-9,
    );
    assert.equal(glass, 2);
    near(glassToFloor, 0.1, 1e-12);
  });

  it('counts all heat of a thin layer on insulation, and the daily share of a thick one', () => {
    const held = (layers: string) => {
      const { timeConstant, loss } = roomOf(
        `walls: [{ facing: N, area: 40 }], furniture: 0, leakage: 0, mass: light, layers: { wall: [${layer(0.5, 0.01)}, ${layers}] }`,
      );
      return timeConstant! * 3600 * loss.total;
    };
    const bare = held(layer(0.001, 0.2, 1000, 1000));
    const concrete = [0.02, 0.3].map(
      (thickness) => held(layer(thickness, 1.6, 2300, 900)) - bare + 40 * LEAST,
    );
    near(concrete[0]! / 40, 0.02 * 2300 * 900, 0.02 * 0.02 * 2300 * 900);
    const daily = Math.sqrt((1.6 * 2300 * 900) / ((2 * Math.PI) / 86_400) / 2);
    near(concrete[1]! / 40, daily, 0.15 * daily);
  });

  it('gives each of two rooms half of the heat that the wall between them stores', () => {
    const wall = `partition: [${layer(0.1, 1, 2000, 1000)}]`;
    const house = readHouse(
      `name: Two\nplace: { latitude: 40, longitude: 0, timeZone: Europe/Madrid }\nrooms:\n  - { name: A, area: 20, mass: light, furniture: 0, layers: { ${wall} }, walls: [{ facing: N, area: 10 }], neighbours: [{ room: B, area: 1 }] }\n  - { name: B, area: 20, mass: light, furniture: 0, layers: { ${wall} }, walls: [{ facing: N, area: 10 }] }\n`,
      'two.yaml',
    );
    assert.ok(house.ok);
    const [a, b] = inspectHouse(house.value).rooms;
    near(a!.timeConstant!, b!.timeConstant!, 1e-9);
  });

  it('finds the highest sun on a window of the sunny side, and its time', () => {
    const { peakSun } = roomOf('walls: [{ facing: W, area: 12, window: 4, shade: 0 }]');
    const hour = new Date(peakSun!.at + 10 * 3_600_000).getUTCHours();
    assert.ok(hour >= 15 && hour <= 18, `${hour}`);
    assert.ok(peakSun!.watts > 4 * 450 && peakSun!.watts < 4 * 900, `${peakSun!.watts}`);
    const half = roomOf('walls: [{ facing: W, area: 12, window: 4, shade: 0.5 }]');
    near(half.peakSun!.watts, peakSun!.watts / 2, 1e-6);
    assert.equal(roomOf('walls: [{ facing: W, area: 12 }]').peakSun, undefined);
  });

  it('finds nothing unusual in the shipped houses, and only the floor of the reference cases', () => {
    for (const name of houseNames) {
      const house = readShippedHouse(name);
      assert.ok(house.ok);
      assert.deepEqual(inspectHouse(house.value).unusual, [], name);
    }
    for (const name of caseNames)
      assert.deepEqual(
        new Set(inspectHouse(readCase(name)).unusual.map(({ code }) => code)),
        new Set(['floor']),
        name,
      );
  });

  for (const [code, room] of [
    ['loss', 'walls: [{ facing: N, area: 40, window: 40 }], leakage: 3, roof: 20'],
    ['timeConstant', `walls: [{ facing: N, area: 20 }], furniture: 0, leakage: 10`],
    ['glassToFloor', 'walls: [{ facing: S, area: 30, window: 22 }]'],
    ['peakSun', 'walls: [{ facing: W, area: 30, window: 29, shade: 0 }]'],
    ['wall', `walls: [{ facing: N, area: 20 }], layers: { wall: [${layer(0.0001, 1)}] }`],
    ['roof', `roof: 20, layers: { roof: [${layer(5, 0.04)}] }`],
    ['height', 'height: 12'],
    ['walls', 'walls: [{ facing: N, area: 200 }]'],
    ['roofToFloor', 'roof: 60'],
    ['below', 'ground: 20, overAir: 20'],
    ['leakage', 'walls: [{ facing: N, area: 20 }], leakage: 8'],
    ['people', 'occupants: 40'],
    ['equipment', 'equipment: 9000'],
  ] as const)
    it(`names an unusual value: ${code}`, () => {
      const found = inspectHouse(read(room)).unusual.find((each) => each.code === code);
      assert.ok(found, `not found in ${room}`);
      assert.ok(found.value < found.low || found.value > found.high);
    });
});
