import { describe } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { attached } from '../../fuzz/interfaces/attached.ts';
import { cloudForAccounts, cloudForAssistants, cloudPages } from '../../fuzz/interfaces/cloud.ts';
import { cloudForDevelopers } from '../../fuzz/interfaces/developer.ts';
import { testTargets } from '../../fuzz/suite.ts';
import { interfaces } from '../../fuzz/targets.ts';

/** Interfaces whose servers take long to start, and which a usual run leaves out. */
const slow = new Set([attached, cloudForAccounts, cloudForAssistants, cloudForDevelopers, cloudPages]);

describe('interfaces', () =>
  testTargets(isFullRun ? interfaces : interfaces.filter((one) => !slow.has(one))));
