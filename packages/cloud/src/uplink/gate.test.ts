import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createGate } from './gate.ts';

test('so many are inside at a time, the others come in the order they came', async () => {
  const gate = createGate(2);
  const inside: number[] = [];
  const leaves: (() => void)[] = [];
  for (let n = 0; n < 5; n++)
    void gate.enter().then((leave) => {
      inside.push(n);
      leaves.push(leave);
    });
  await turn();
  assert.deepEqual(inside, [0, 1]);
  leaves[1]!();
  leaves[1]!();
  await turn();
  assert.deepEqual(inside, [0, 1, 2], 'leaving twice lets one in');
  for (let n = 0; n < 5; n++) {
    leaves[n]!();
    await turn();
  }
  assert.deepEqual(inside, [0, 1, 2, 3, 4]);
  await gate.enter();
  await gate.enter();
});
