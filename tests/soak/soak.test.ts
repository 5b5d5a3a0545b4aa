import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { startRandom } from '@plenum/testbed/seeded-random';
import { soak, soakMissing } from './soak.ts';

it('a cloud broken at random for two minutes loses and repeats nothing, and recovers', {
  skip: soakMissing || (!isFullRun && 'only in npm run test:full'),
  timeout: 20 * 60_000,
}, async (t) => {
  const { seed } = startRandom(t);
  assert.deepEqual(await soak({ minutes: 2, seed, print: (line) => t.diagnostic(line) }), []);
});
