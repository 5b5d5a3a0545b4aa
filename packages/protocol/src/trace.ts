export { createTracedCommands, type TracedCommands, type TracedRequest } from './trace/traced-commands.ts';
export { isSampled, readTraceparent, traceIdOf } from './trace/traceparent.ts';
