export { boptestLimits } from './limits.ts';
export { defaultPrices } from './score-settings.ts';
export { type BoptestServer, startBoptest } from './server.ts';
export { createTestCase, type TestCase } from './test-case.ts';
