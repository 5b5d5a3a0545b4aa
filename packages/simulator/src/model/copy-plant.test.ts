import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createState } from '../create-state.ts';
import { readShippedHouse } from '../house-file/shipped.ts';
import { copyPlant } from './copy-plant.ts';
import { createHouseModel } from './house-model.ts';
import type { Plant } from './state.ts';

/** Returns the paths of the objects that are the same in both. */
const sharedBy = (one: unknown, other: unknown, path: readonly string[] = []): string[] => {
  if (typeof one !== 'object' || one === null) return [];
  if (one === other) return [path.join('.')];
  return Object.entries(one).flatMap(([key, value]) =>
    sharedBy(value, (other as Record<string, unknown>)[key], [...path, key]),
  );
};

const demo = (): Plant => {
  const house = readShippedHouse('demo');
  assert(house.ok);
  const { plant } = createState(createHouseModel(house.value), 0);
  const { irrigation, unit } = plant;
  const run = { program: 0, station: 1, water: 60_000, parts: 1, part: 1, soaking: false, ends: 60_000 };
  const evaporative = {
    phase: 'run' as const,
    left: 0,
    undrained: 0,
    wet: true,
    fanSeconds: 0,
    pumpSeconds: 0,
    speed: 0,
    fastSeconds: 0,
  };
  const byHand = [{ station: 2, mode: 0, ends: 60_000 }];
  return {
    ...plant,
    unit: { ...unit!, evaporative },
    irrigation: { ...irrigation!, run, waiting: [3], byHand },
  };
};

test('a copy of a plant equals it, and shares only what no rule and no step changes in place', () => {
  const plant = demo();
  const copied = copyPlant(plant);
  assert.equal(JSON.stringify(copied), JSON.stringify(plant));
  const shared = new Set(sharedBy(plant, copied).map((path) => path.replace(/\d+/, 'n')));
  assert.deepEqual(
    [...shared],
    [
      'climate',
      'exceptions',
      'lighting.lamps.n',
      'lighting.switches.n',
      'knobs.weather',
      'knobs.openWindows',
    ],
  );
});
