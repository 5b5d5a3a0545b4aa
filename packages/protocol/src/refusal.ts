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
export { type Reason, type RefusalOf, type RefusalTable, refusalTable } from './refusal/refusal-table.ts';
export type { RefusalCode } from './refusal/table.ts';
export { toQuantity, toReading } from './refusal/units.ts';
