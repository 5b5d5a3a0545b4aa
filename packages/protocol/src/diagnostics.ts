export {
  type BundleEvent,
  type DiagnosticsBundle,
  type LogLine,
  maxBundleBytes,
  maxLogLines,
  readBundle,
} from './diagnostics/bundle.ts';
export { scrubDatagrams } from './diagnostics/scrub-datagrams.ts';
export { scrubEvent } from './diagnostics/scrub-event.ts';
export { createScrubber, type Scrub } from './diagnostics/scrub-text.ts';
