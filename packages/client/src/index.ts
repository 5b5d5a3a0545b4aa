export { type Bridge, connectBridge } from './bridge/connect.ts';
export type { Energy, EnergyOptions } from './bridge/energy.ts';
export type { DoorMove, DoorOptions, GarageDoor } from './bridge/garage-door.ts';
export type { Groups } from './bridge/groups.ts';
export type { History, HistoryOptions } from './bridge/history.ts';
export type { BridgeOptions } from './bridge/options.ts';
export type { DatagramsOptions } from './bridge/read-datagrams.ts';
export type { BulkStatus } from './bridge/reads.ts';
export type { Simulation } from './bridge/simulation.ts';
export type { TimeZone } from './bridge/time-zone.ts';
export { type Clock, systemClock } from './clock/clock.ts';
export { CloudError, type CloudErrorCode, cloudErrors } from './cloud/cloud-error.ts';
export { type CloudClient, type CloudOptions, connectCloud } from './cloud/connect.ts';
export type { CloudApp, CloudTokens } from './cloud/tokens.ts';
export { type CloudMessage, verifyWebhook, type Webhook } from './cloud/verify-webhook.ts';
export type { CloudCursors, CloudUpdate, CloudWatch, CloudWatchOptions } from './cloud/watch.ts';
export { type CommandResult, confirmTime } from './command/perform.ts';
export type {
  CloudNews,
  Done,
  EverythingOptions,
  Seen,
  SeenComponent,
  Way,
} from './deprecated.ts';
export { type DiscoverOptions, discover, type FoundBridge } from './discover/discover.ts';
export { BridgeError, type BridgeErrorCode, bridgeErrors } from './error/bridge-error.ts';
export type { ReceivedDatagram } from './read/components.ts';
export type { ProtocolVersion } from './version/protocol-version.ts';
export type { WatchState } from './watch/poll.ts';
export type { ChangedComponent, ReceivedComponent } from './watch/received-state.ts';
export { type WatchOptions, watch } from './watch/watch.ts';
