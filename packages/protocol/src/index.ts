export { check } from './check/check.ts';
export { mostBytes, mostLevels, parseBody } from './check/parse.ts';
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
export { type Weekday, weekdays } from './field/days.ts';
export type { Enumeration } from './field/enumeration.ts';
export * as enumerations from './field/enumeration.ts';
export type { Facts, Kind } from './field/facts.ts';
export * from './field/make.ts';
export { type Datagram, membersOf, type Resource, resource } from './field/resource.ts';
export type { RecordValue, Value } from './field/value.ts';
export { answerQuery, type Identity, isInstalled } from './query/answer.ts';
export { queries, queriesOf } from './query/catalogue.ts';
export { type AskedQuery, checkQuery, chosenPart, queryFields } from './query/check-query.ts';
export type { Part, Query } from './query/query.ts';
export { type SubsystemDoor, subsystemNames, subsystems } from './query/subsystems.ts';
export {
  ok,
  type Refusal,
  type RefusalFacts,
  type Result,
  refuse,
  statusOf,
  toSentence,
} from './refusal/refusal.ts';
export { type RefusalCode, refusals } from './refusal/table.ts';
export { toQuantity, toReading } from './refusal/units.ts';
