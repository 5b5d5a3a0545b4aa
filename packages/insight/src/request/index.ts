export { createLatest, type Latest } from './latest.ts';
export { createRedaction, type Redaction } from './redact-request.ts';
export { toCurl } from './to-curl.ts';
