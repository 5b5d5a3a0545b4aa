/**
 * fast-check with properties that draw the same cases in each run: those of `PLENUM_SEED`, else of one seed. A change is judged, not
 * luck. The full run draws new cases (decisions/035).
 */
import fc from 'fast-check';
import { isFullRun } from './full-run.ts';
import { givenSeed } from './seeded-random.ts';

const seed = givenSeed() ?? (isFullRun ? undefined : 20261122);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export { default } from 'fast-check';
