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
} from './refusal/refusal.ts';
export {
  type Reason,
  type RefusalOf,
  type RefusalTable,
  type Refused,
  refusalTable,
} from './refusal/refusal-table.ts';
export type { RefusalCode } from './refusal/table.ts';
export { toQuantity, toReaderUnits, toReading, toShort, toStep } from './refusal/units.ts';
