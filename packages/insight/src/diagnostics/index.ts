export {
  bundleFormat,
  type DiagnosticsBundle,
  type LogLine,
  maxBundleBytes,
  maxLogLines,
  readBundle,
} from './bundle.ts';
export { diagnosticsEndpoints } from './endpoints.ts';
export { scrubDatagrams } from './scrub-datagrams.ts';
export { type BundleEvent, scrubEvent } from './scrub-event.ts';
export { createScrubber, type Scrub } from './scrub-text.ts';
