import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracer } from '@plenum/protocol/trace';

export interface OtlpOptions {
  /** URL of the collector: `http://127.0.0.1:4318`. Without a path, traces are posted to `/v1/traces`. */
  readonly url: string;
  /** Name of the service in the traces. */
  readonly service: string;
  readonly version: string;
  /** Name of this process among those of the service. */
  readonly instance: string;
  readonly log: { warn(facts: object, sentence: string): void; info(facts: object, sentence: string): void };
  /** Time in ms for which spans are collected before they are sent; default 5 s. */
  readonly delay?: number;
}

/** Records spans and sends them in batches. Disposing of it sends the remaining ones. */
export interface OtlpTracer extends Tracer, AsyncDisposable {}

/** Time limit of one request to the collector, in ms. */
const timeout = 5_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Returns the URL to post traces to (OTLP 1.3, "OTLP/HTTP Request"). */
const toTracesUrl = (url: string): string => {
  const parsed = new URL(url);
  if (parsed.pathname === '/') parsed.pathname = '/v1/traces';
  return parsed.href;
};

const createExporter = (url: string) =>
  new OTLPTraceExporter({ url: toTracesUrl(url), timeoutMillis: timeout });

/** Sends a request without spans to a collector. Resolves to the reason if the collector does not accept it. */
export async function tryCollector(url: string): Promise<string | undefined> {
  const exporter = createExporter(url);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  exporter.export([], ({ code, error }) => resolve(code === 0 ? undefined : (error?.message ?? 'unknown')));
  const why = await promise;
  await exporter.shutdown();
  return why;
}

/** Converts a valid `traceparent` of version 00. */
const toSpanContext = (traceparent: string): SpanContext => {
  const [, traceId, spanId, flags] = traceparent.split('-') as [string, string, string, string];
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
};

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Logs the first failure of a series, and the next success. */
const withLog = (exporter: SpanExporter, log: OtlpOptions['log']): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isFailing)
          log.warn({ why: result.error?.message }, 'traces cannot be sent to the collector; they are lost');
        if (!failed && isFailing) log.info({}, 'traces are sent to the collector again');
        isFailing = failed;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
};

/**
 * Creates a tracer that sends spans to an OpenTelemetry collector (OTLP over HTTP, as JSON). A trace that begins here is
 * recorded; others are recorded if their caller records them. At most 2,048 spans wait; further ones are dropped, so a
 * slow collector does not slow down the service. `OTEL_EXPORTER_OTLP_HEADERS` adds headers, such as a key.
 */
export function createTracer(options: OtlpOptions): OtlpTracer {
  const { url, service, version, instance, log, delay = 5_000 } = options;
  const exporter = createExporter(url);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': instance,
    }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withLog(exporter, log),
        scheduledDelayMillis: delay,
        exportTimeoutMillis: 2 * timeout,
      }),
    ],
  });
  const tracer = provider.getTracer('plenum', version);
  return {
    start: ({ name, kind, parent, facts, at }) => {
      const context =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent));
      const options = {
        kind: kinds[kind],
        ...(facts !== undefined && { attributes: facts }),
        ...(at !== undefined && { startTime: new Date(at) }),
      };
      const span = tracer.startSpan(name, options, context);
      return {
        traceparent: toTraceparent(span.spanContext()),
        end: (more, failure) => {
          if (more !== undefined) span.setAttributes(more);
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    // A failure of the last request is logged already.
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => {}),
  };
}
