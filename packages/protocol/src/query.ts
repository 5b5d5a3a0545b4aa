export { type SubsystemDefinition, subsystemNames, subsystems } from './definition/subsystem.ts';
export { answerQuery, type Identity, isInstalled } from './query/answer.ts';
export { queries, queriesOf } from './query/catalogue.ts';
export { checkQuery, chosenPart, type ParsedQuery, queryFields } from './query/check-query.ts';
export type { Part, Query } from './query/query.ts';
