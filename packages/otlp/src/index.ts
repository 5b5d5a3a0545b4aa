export { createTracer, type OtlpOptions, type OtlpTracer } from './create-tracer.ts';
