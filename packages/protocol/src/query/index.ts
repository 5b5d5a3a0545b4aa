export { answerPairing, answerQuery, isInstalled } from './answer.ts';
export { queries, queriesOf } from './catalogue.ts';
export { checkQuery, chosenPart, type ParsedQuery, queryFields } from './check-query.ts';
export { type Identity, readFirmware, readUid } from './identity.ts';
export type { Part, Portions, Query } from './query.ts';
