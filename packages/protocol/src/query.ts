export {
  type SubsystemDefinition,
  subsystemNames,
  subsystems,
  subsystemsByPath,
} from './definition/subsystem.ts';
export { answerPairing, answerQuery, type Identity, isInstalled } from './query/answer.ts';
export { queries, queriesOf } from './query/catalogue.ts';
export { checkQuery, chosenPart, type ParsedQuery, queryFields } from './query/check-query.ts';
export type { Part, Portions, Query } from './query/query.ts';
