import { describe } from 'node:test';
import { testTargets } from '../../fuzz/suite.ts';
import { interfaces } from '../../fuzz/targets.ts';

describe('interfaces', () => testTargets(interfaces));
