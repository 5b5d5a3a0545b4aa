import { describe } from 'node:test';
import { testTargets } from '../../fuzz/suite.ts';
import { parsers } from '../../fuzz/targets.ts';

describe('parsers', () => testTargets(parsers));
