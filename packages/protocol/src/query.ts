export {
  type SubsystemDefinition,
  subsystemNames,
  subsystems,
  subsystemsByPath,
} from './definition/subsystem.ts';
export { answerPairing, answerQuery, isInstalled } from './query/answer.ts';
export { queries, queriesOf } from './query/catalogue.ts';
export { checkQuery, chosenPart, type ParsedQuery, queryFields } from './query/check-query.ts';
export { type Identity, readFirmware, readUid } from './query/identity.ts';
export type { Part, Portions, Query } from './query/query.ts';
