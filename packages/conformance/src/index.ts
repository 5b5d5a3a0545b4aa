export { bridgeRows, verifyBridge } from './bridge/verify-bridge.ts';
export type { CloudCredentials } from './cloud/context.ts';
export { cloudChecks, verifyCloud } from './cloud/verify-cloud.ts';
export { eventChecks, verifyEvents } from './events/verify-events.ts';
export { findMissingTests, groupOf, isConformant, type RequiredTests } from './report/summary.ts';
export { toJUnit, toJUnitXml } from './report/to-junit.ts';
export { toReportLines } from './report/to-lines.ts';
export { isOfSection, type Level, type Row, type RowOutcome, type RowResult } from './row.ts';
