export { createLatest, type Latest } from './latest.ts';
export { createRedaction, type Redaction } from './redact-request.ts';
export {
  createPlaceholders,
  createRedactor,
  keptPlaceholders,
  type Placeholders,
  type Redactor,
} from './redact-traffic.ts';
export { respell } from './respell.ts';
export { toCurl } from './to-curl.ts';
export { secretFields } from './vocabulary.ts';
