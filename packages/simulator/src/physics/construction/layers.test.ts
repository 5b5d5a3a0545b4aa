import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resistanceOf, toChain } from './layers.ts';

const concrete = { thickness: 0.1, conductivity: 0.51, density: 1400, heat: 1000 };
const foam = { thickness: 0.0615, conductivity: 0.04, density: 10, heat: 1400 };
const cavity = { thickness: 0.04, conductivity: 0.25 };

test('a chain has the resistance and the heat capacity of its layers', () => {
  const layers = [concrete, cavity, foam];
  const { capacities, conductances } = toChain(layers);
  assert.equal(capacities.length, conductances.length + 1);
  const resistance = conductances.reduce((sum, each) => sum + 1 / each, 0);
  assert.ok(Math.abs(resistance - resistanceOf(layers)) < 1e-12);
  const capacity = capacities.reduce((sum, each) => sum + each, 0);
  assert.ok(Math.abs(capacity - (0.1 * 1400 * 1000 + 0.0615 * 10 * 1400)) < 1e-6);
});

test('concrete of 10 cm is divided into three slices, an air gap not at all', () => {
  assert.equal(toChain([concrete]).conductances.length, 3);
  const { capacities, conductances } = toChain([cavity]);
  assert.deepEqual([capacities, conductances], [[0, 0], [0.25 / 0.04]]);
});
