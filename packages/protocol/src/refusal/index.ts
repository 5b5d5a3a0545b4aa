export { refusalExamples } from './examples.ts';
export {
  enumerationOfFact,
  type Reason,
  reasons,
  reasonText,
  type Subject,
  subjects,
  subjectText,
} from './reasons.ts';
export {
  type Degrees,
  maxRefusalLength,
  ok,
  type Refusal,
  type RefusalFacts,
  type RefusalSentences,
  type Result,
  readRefusal,
  readRefusalText,
  refusalCodes,
  refusalText,
  refusalType,
  refuse,
  statusOf,
  toRefusalText,
  toSentence,
} from './refusal.ts';
export {
  type RefusalEntry,
  type RefusalOf,
  type RefusalTable,
  type RefusedInput,
  refusalTable,
} from './refusal-table.ts';
export type { RefusalCode } from './table.ts';
export { refusals } from './table.ts';
export { toQuantity, toReaderUnits, toReading, toShort, toStep } from './units.ts';
export {
  refuseUrl,
  toUrlSentence,
  type UrlRefusal,
  type UrlRefusalCode,
  urlRefusals,
} from './url-refusals.ts';
