/**
 * fast-check with properties that use the same cases in each run, from `PLENUM_SEED` or else a fixed seed, so that only
 * a change can cause a failure. The full run uses new cases (decisions/035).
 */
import fc from 'fast-check';
import { isFullRun } from './full-run.ts';
import { givenSeed } from './seeded-random.ts';

const seed = givenSeed() ?? (isFullRun ? undefined : 20261122);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export { default } from 'fast-check';
