export { addresseesOf, checkAddress, isOverCloud } from './cloud/address.ts';
export { type AppScope, appScopes, type HouseRead, houseReads, houseReadsPath } from './cloud/app-scopes.ts';
export { checkCloudRequest, requestIdOf } from './cloud/check-request.ts';
export {
  type CloudComponent,
  type CloudMessageOf,
  type CloudRequest,
  type CloudRequestOf,
  type CloudRequestType,
  type CloudResponseOf,
  cloudComponent,
  cloudMessages,
  cloudRequests,
  cloudResponses,
} from './cloud/envelopes.ts';
export { accountQuota, cloudLimits } from './cloud/limits.ts';
export { type CloudResult, cloudResultNames, cloudResults, databaseUnavailable } from './cloud/results.ts';
export { needsGarageScope, showsKind } from './cloud/scopes.ts';
export {
  climateCloud,
  type GrpcMessage,
  type GrpcMethod,
  grpcMessages,
  grpcStatuses,
} from './cloud/service.ts';
