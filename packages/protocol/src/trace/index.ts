export { createTracedCommands, type TracedCommands, type TracedRequest } from './traced-commands.ts';
export { isSampled, readTraceparent, traceIdOf } from './traceparent.ts';
export type { Span, SpanStart, Tracer } from './tracer.ts';
