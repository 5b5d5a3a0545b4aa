import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, type Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { commandsOfStep, setupSteps } from './steps.ts';

const cpuType = enumerations.cpuType;

const house = (CpuType: number) =>
  Object.fromEntries(componentKinds.map((kind) => [kind, [{ CpuType }]])) as unknown as Datagrams;
const cooler = house(cpuType.values.evaporative);

test('every installer command except the clock of the lighting is in exactly one step', () => {
  const found = setupSteps.flatMap((step) => commandsOfStep(step, cooler)).map(({ name }) => name);
  assert.deepEqual([...new Set(found)], found);
  const missing = [...catalogue.values()].filter(
    ({ name, authority }) => authority === 'installer' && !found.includes(name),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    ['Time'],
  );
});

test('a step contains no commands for parts that the house does not have', () => {
  const none = Object.fromEntries(componentKinds.map((kind) => [kind, []])) as unknown as Datagrams;
  for (const step of setupSteps) assert.deepEqual(commandsOfStep(step, none), [], step);
  assert.deepEqual(commandsOfStep('cooler', house(0)), []);
  assert.ok(commandsOfStep('cooler', cooler).length > 15);
});
