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
