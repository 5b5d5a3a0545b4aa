export {
  type DiagnosticsBundle,
  type LogLine,
  maxBundleBytes,
  maxLogLines,
  readBundle,
} from './diagnostics/bundle.ts';
export { scrubDatagrams } from './diagnostics/scrub-datagrams.ts';
export { type BundleEvent, scrubEvent } from './diagnostics/scrub-event.ts';
export { createScrubber, type Scrub } from './diagnostics/scrub-text.ts';
