export { createLatest, type Latest } from './latest.ts';
export { createRedaction, type Redaction } from './redact-request.ts';
export {
  createPlaceholders,
  createRedactors,
  keptPlaceholders,
  type Placeholders,
  type Redactor,
  type Redactors,
  toRecordedRead,
} from './redact-traffic.ts';
export { respell } from './respell.ts';
export { toCurl } from './to-curl.ts';
export { recordedReads, secretFields } from './vocabulary.ts';
