export {
  bundleFormat,
  type DiagnosticsBundle,
  type LogLine,
  maxBundleBytes,
  maxLogLines,
  readBundle,
} from './bundle.ts';
export { diagnosticsEndpoints } from './endpoints.ts';
export {
  createPlaceholders,
  createRedactor,
  keptPlaceholders,
  type Placeholders,
  type Redacted,
  type Redactor,
  secretFields,
} from './redact.ts';
export { scrubDatagrams } from './scrub-datagrams.ts';
export { type BundleEvent, scrubEvent } from './scrub-event.ts';
export { type JsonRules, scrubJson } from './scrub-json.ts';
export { createScrubber, type Scrub } from './scrub-text.ts';
