export { limits } from '../limit/cloud.ts';
export { type AppScope, appScopes, houseReadsPath, type OwnScope, ownPath, ownScopes } from './app-scopes.ts';
export { addresseesOf, checkAddress, isOverCloud } from './check-addressee.ts';
export { checkCloudRequest, requestIdOf } from './check-request.ts';
export {
  type CloudComponent,
  type CloudMessageOf,
  type CloudRequest,
  type CloudRequestOf,
  type CloudRequestType,
  cloudComponent,
  cloudMessages,
  cloudRequests,
  cloudResponses,
} from './envelopes.ts';
export { cloudLimits } from './limits.ts';
export {
  isListenerName,
  isTriggerEvent,
  type ListenEnd,
  type ListenedMessage,
  type ListenRefusalCode,
  type ListenResult,
  listen,
  listenEnds,
  listenRefusals,
  maxListenerName,
  type OpenedListener,
  type ResentToListener,
  type TriggerEvent,
  type Triggered,
  triggerEvents,
} from './listen.ts';
export { oauthPaths } from './oauth-paths.ts';
export { type CloudResult, cloudResultNames, cloudResults, databaseUnavailable } from './results.ts';
export { needsGarageScope, showsKind } from './scopes.ts';
export {
  climateCloud,
  type GrpcMessage,
  type GrpcMethod,
  grpcMessages,
  grpcStatuses,
} from './service.ts';
