import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './listen.ts';
import { until } from './until.ts';

/** A span as a collector received it, without its times. */
interface ReceivedSpan {
  readonly service: string;
  /** The process of the service. */
  readonly instance: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly failure: string | undefined;
}

/** A small OpenTelemetry collector: it accepts traces by OTLP over HTTP, as JSON. */
interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Status of the responses; 200 by default. */
  status: number;
  /** Number of requests so far. */
  readonly requests: number;
  /** Resolves to the first span with a name, in any trace or in the given one, once it has come. */
  came(name: string, traceId?: string): Promise<ReceivedSpan>;
}

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
  };
}
interface SentSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
}
/** The body of a request (https://opentelemetry.io/docs/specs/otlp/). */
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const toFacts = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );

const toSpan = (resource: ReturnType<typeof toFacts>, sent: SentSpan): ReceivedSpan => ({
  service: String(resource['service.name']),
  instance: String(resource['service.instance.id']),
  name: sent.name,
  kind: sent.kind,
  traceId: sent.traceId,
  spanId: sent.spanId,
  parentSpanId: sent.parentSpanId || undefined,
  startedAt: Number(BigInt(sent.startTimeUnixNano) / 1_000_000n),
  endedAt: Number(BigInt(sent.endTimeUnixNano) / 1_000_000n),
  facts: toFacts(sent.attributes),
  failure: sent.status.code === 2 ? (sent.status.message ?? '') : undefined,
});

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    const sent = (await json(request)) as Sent;
    const status = isTraces ? collector.status : 404;
    if (status === 200)
      for (const { resource, scopeSpans } of sent.resourceSpans)
        for (const { spans: some } of scopeSpans)
          spans.push(...some.map((one) => toSpan(toFacts(resource.attributes), one)));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, [Symbol.asyncDispose]: dispose } = await listen(server);
  const find = (name: string, traceId?: string) =>
    spans.find((span) => span.name === name && (traceId === undefined || span.traceId === traceId));
  const collector: Collector = {
    url,
    spans,
    status: 200,
    get requests() {
      return requests;
    },
    came: async (name, traceId) => {
      await until(`a span ${name}`, async () => find(name, traceId) !== undefined);
      return find(name, traceId)!;
    },
    [Symbol.asyncDispose]: dispose,
  };
  return collector;
}
