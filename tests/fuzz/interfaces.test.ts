import { describe } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { testTargets } from '../../fuzz/suite.ts';
import { interfaces } from '../../fuzz/targets.ts';

/** Interfaces whose servers take long to start, and which a usual run leaves out. */
const slow: readonly string[] = [
  'HTTP of the cloud for accounts',
  'HTTP of the cloud for developers',
  'assistants of the cloud',
  'devices behind the bridge',
  'sign-in pages of the cloud',
];

describe('interfaces', () => testTargets(interfaces.filter(({ name }) => isFullRun || !slow.includes(name))));
