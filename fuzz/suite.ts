import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isFullRun, times } from '@plenum/testbed/full-run';
import { startRandom } from '@plenum/testbed/seeded-random';
import { runTarget, shareCases, toReport } from './run.ts';
import type { Target } from './target.ts';
import { targets } from './targets.ts';

/** Number of cases of all targets together. */
const total = times({ usual: 2_000, full: 20_000 });

const shares = shareCases(targets, total);

/** Declares a test for each of the targets, with its share of the cases of a whole run. */
export function testTargets(some: readonly Target[]): void {
  for (const target of some)
    it(`withstands mutated input: ${target.name}`, { skip: target.missing }, async (test) => {
      const { seed } = startRandom(test, isFullRun ? {} : { seed: 20261122 });
      const cases = shares[targets.indexOf(target)]!;
      const { finding } = await runTarget(target, { cases, seed });
      assert.equal(finding && toReport(finding, cases), undefined);
    });
}
