import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conductGap, createGlassModel, readAngle } from './glazing.ts';
import { WINDOWS } from './library.ts';

const pane = {
  thickness: 0.003048,
  conductivity: 1,
  transmittance: 0.834,
  reflectance: 0.075,
  emissivity: 0.84,
};
const double = createGlassModel({ panes: [pane, pane], gap: 0.012 });

test('one pane has its own transmittance at normal incidence, and none along its face', () => {
  const single = createGlassModel({ panes: [pane] });
  assert.ok(Math.abs(readAngle(single.through, 1) - 0.834) < 1e-9);
  assert.ok(Math.abs(readAngle(single.absorbed[0]!, 1) - (1 - 0.834 - 0.075)) < 1e-9);
  assert.equal(readAngle(single.through, 0), 0);
});

test('two panes let through what is left after all reflections between them, and nothing is lost', () => {
  assert.ok(Math.abs(readAngle(double.through, 1) - 0.834 ** 2 / (1 - 0.075 ** 2)) < 1e-9);
  const { through, absorbed, reflected } = double.diffuse;
  assert.ok(Math.abs(through + absorbed[0]! + absorbed[1]! + reflected - 1) < 1e-9);
  assert.ok(readAngle(double.through, 0.5) < readAngle(double.through, 1));
  assert.ok(through > 0.55 && through < 0.65, `${through} of diffuse light`);
});

test('a gap of 12 mm of air conducts 5.7 W/m²K at 10 °C and more when it is warm', () => {
  const [gap] = double.gaps;
  assert.ok(Math.abs(conductGap(gap!, 283) - 5.7) < 0.05, `${conductGap(gap!, 283)}`);
  assert.ok(conductGap(gap!, 303) > conductGap(gap!, 283) + 0.5);
});

test('a coating and argon halve the conductance of a gap', () => {
  const coated = createGlassModel(WINDOWS['double, low-e']);
  const plain = createGlassModel(WINDOWS.double);
  assert.ok(coated.chain.conductances[0]! < 0.5 * plain.chain.conductances[0]!);
});
