export { bridgeRows, type VerifyBridgeOptions, verifyBridge } from './bridge/verify-bridge.ts';
export type { CloudCredentials, VerifyCloudOptions } from './cloud/context.ts';
export { cloudChecks, verifyCloud } from './cloud/verify-cloud.ts';
export { eventChecks, type VerifyEventsOptions, verifyEvents } from './events/verify-events.ts';
export { countOutcomes, isConformant } from './report/summary.ts';
export { type JUnitCase, type JUnitSuite, toJUnit, toJUnitXml } from './report/to-junit.ts';
export { type LineOptions, toReportLines } from './report/to-lines.ts';
export {
  isOfSection,
  type Level,
  type Row,
  type RowOutcome,
  type RowResult,
  toCitation,
} from './row/row.ts';
