import { baseline } from './001-baseline.ts';
import { sandbox } from './002-sandbox.ts';
import { testSteps } from './003-test-steps.ts';
import { searchedDeliveries } from './004-searched-deliveries.ts';
import { listeners } from './005-listeners.ts';
import type { Migration } from './migration.ts';

/** All steps of the schema, in order. Add new ones at the end, with the next number. */
export const migrations: readonly Migration[] = [baseline, sandbox, testSteps, searchedDeliveries, listeners];
