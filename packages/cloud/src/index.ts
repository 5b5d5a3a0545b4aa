export { realWall, type Wall } from '@plenum/machine';
export { type AuditLine, type AuditLog, openAuditLog } from './account/audit-log.ts';
export {
  type ClimateCloud,
  type ClimateCloudConfig,
  startClimateCloud,
} from './climate-cloud.ts';
export { type Cloud, startCloud } from './cloud.ts';
export type { CloudConfig } from './config.ts';
export type { Adoption } from './development/adopt-bridge.ts';
export type { Development } from './development/development.ts';
export type { ExampleAppPlace, Registered } from './development/example-app.ts';
export type { Tour, TourApp, TourClock, TourHouse } from './development/tour.ts';
export { CloudFailure } from './failure/failure.ts';
export type { FailureCode } from './failure/table.ts';
export { createLog } from './log/create-log.ts';
export type { Log } from './log/log.ts';
export type { CloudParts, Mount, Mounted } from './mount.ts';
export type { Store, StorePlace } from './store/store.ts';
