export { isSampled, readTraceparent, traceIdOf } from './trace/traceparent.ts';
