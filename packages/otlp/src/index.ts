export { createTracer, type OtlpOptions, type OtlpTracer, tryCollector } from './create-tracer.ts';
