export { check } from './check/check.ts';
export { mostBytes, mostLevels, parseBody } from './check/parse.ts';
export { checkAddress, isOverCloud, takersOf, targetOf } from './cloud/address.ts';
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
export { siteLimits } from './cloud/limits.ts';
export { type CloudResult, cloudResultNames, cloudResults } from './cloud/results.ts';
export {
  climateCloud,
  type GrpcMessage,
  type GrpcMethod,
  grpcMessages,
  grpcStatuses,
} from './cloud/service.ts';
export { type SiteRoute, siteNames, siteRoutes } from './cloud/site.ts';
export type { SiteAnswer, SiteAnswering, SiteRecord } from './cloud/site-answers.ts';
export { type Target, targets } from './cloud/targets.ts';
export {
  type AnyCommand,
  type Catalogue,
  type CommandBody,
  type CommandName,
  catalogue,
  toCatalogue,
} from './command/catalogue.ts';
export { checkCommand } from './command/check-command.ts';
export type { BodyOf, Command, Door, Subsystem } from './command/command.ts';
export { commandsOf } from './command/command.ts';
export { nearest } from './command/nearest.ts';
export { fromComponentId, toComponentId } from './component/component-id.ts';
export {
  type ComponentKind,
  type ComponentRef,
  componentKinds,
  type DatagramOf,
  type Datagrams,
  findDatagram,
  indexOf,
  kinds,
  nothingInstalled,
} from './component/kinds.ts';
export { describe } from './derive/describe.ts';
export { toCommandExample, toExample } from './derive/to-example.ts';
export { type Help, type HelpKey, toHelp } from './derive/to-help.ts';
export {
  type JsonSchema,
  toCommandSchema,
  toDatagramSchema,
  toFieldSchema,
  toJsonSchema,
} from './derive/to-json-schema.ts';
export { type Dialect, dialects, izone, neutral, type WordTable } from './dialect/dialect.ts';
export { readDialect } from './dialect/read-dialect.ts';
export { fromWire, toWire, toWireText } from './dialect/wire.ts';
export { fromWord, toWord } from './dialect/word.ts';
export {
  type Announcement,
  type Capabilities,
  capabilityTokens,
  type Discovered,
  discoveryPort,
  discoveryRequest,
  isDiscoveryRequest,
  readDiscoveryAnswer,
  toDiscoveryAnswer,
} from './discovery/discovery.ts';
export type { ChangeEvent, HealthAnswer, HistoryAnswer, SimulationStatus } from './extension/answers.ts';
export { type Weekday, weekdays } from './field/days.ts';
export type { Enumeration } from './field/enumeration.ts';
export * as enumerations from './field/enumeration.ts';
export type { Facts, Kind } from './field/facts.ts';
export * from './field/field.ts';
export * from './field/make.ts';
export { type Datagram, membersOf, type Resource, resource } from './field/resource.ts';
export type { RecordValue, Value } from './field/value.ts';
export {
  type Notification,
  notificationInterval,
  notificationNames,
  notificationOf,
  notificationPort,
  notifications,
  readNotification,
  toNotificationText,
} from './notification/notification.ts';
export { answerQuery, type Identity, isInstalled } from './query/answer.ts';
export { queries, queriesOf } from './query/catalogue.ts';
export { type AskedQuery, checkQuery, chosenPart, queryFields } from './query/check-query.ts';
export type { Part, Query } from './query/query.ts';
export { type SubsystemDoor, subsystemNames, subsystems } from './query/subsystems.ts';
export {
  type Degrees,
  ok,
  type Refusal,
  type RefusalFacts,
  type Result,
  readRefusalText,
  refusalType,
  refuse,
  statusOf,
  toRefusalText,
  toSentence,
} from './refusal/refusal.ts';
export { type RefusalCode, refusals } from './refusal/table.ts';
export { toQuantity, toReading } from './refusal/units.ts';
export {
  type AnyIntervention,
  checkIntervention,
  type FaultName,
  faultNames,
  type InterventionBody,
  type InterventionName,
  interventions,
} from './simulation/catalogue.ts';
export type { Intervention } from './simulation/intervention.ts';
export {
  bridgeToken,
  type EntryError,
  entryErrors,
  mostComponents,
  mostControls,
  mostDatagramLength,
  mostFrameBytes,
  uplink,
  uplinkTimes,
} from './uplink/connection.ts';
export { type ControlRef, fromControlId, toControlId } from './uplink/control-id.ts';
export { cloudKinds, systemId, timeZone } from './uplink/fields.ts';
export {
  type BridgeFrame,
  type BridgeFrameOf,
  bridgeFrames,
  type CloseReason,
  type CloudFrame,
  type CloudFrameOf,
  closeReasons,
  cloudFrames,
  type Frame,
  type UnnumberedFrame,
  type UplinkComponent,
  type UplinkRef,
} from './uplink/frames.ts';
export { readBridgeFrame, readCloudFrame } from './uplink/read-frame.ts';
export { toErrorText, v1Ok } from './v1/answer.ts';
export { checkV1Command } from './v1/check-v1-command.ts';
export { type V1Command, v1Commands } from './v1/commands.ts';
export type { Known } from './v1/member.ts';
export { answerV1Read, findV1Read, type V1Read, v1Reads } from './v1/reads.ts';
export { fromV1Schedules } from './v1/schedules.ts';
export { fromV1SystemSettings } from './v1/system.ts';
export { toV1Command, type V1Order } from './v1/to-v1-command.ts';
export { fromV1Zones } from './v1/zones.ts';
export { ductedUnit } from './vrf/resource.ts';
