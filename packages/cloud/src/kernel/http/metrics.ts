import { performance } from 'node:perf_hooks';
import type { Certificate } from '@plenum/platform';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** Metrics of a cloud. Modules register their own here. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts one completed request. `route` is its pattern, to keep the number of labels small. */
  observe(request: { method: string; route: string; status: number; milliseconds: number }): void;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Statuses of a bridge that refuses, is absent or does not answer in time. */
const bridgeErrors: readonly number[] = [502, 504];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'plenum_cloud_http_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  // A rate needs a value before the first error, so the errors of apps begin at 0.
  for (const status of [500, 503]) requests.inc({ method: 'POST', route: '/dev', status }, 0);
  const internalErrors = new Counter({
    name: 'plenum_cloud_internal_errors_total',
    help: 'Responses with status 5xx, except 502 and 504, which are errors of a bridge.',
    registers,
  });
  const durations = new Histogram({
    name: 'plenum_cloud_http_request_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  });
  new Gauge({
    name: 'plenum_cloud_resident_bytes',
    help: 'Resident memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'plenum_cloud_busy_ratio',
    help: 'Fraction of the time since the last scrape in which the event loop was busy, 0 to 1.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
  /** Caches the counters of each kind of request, because finding them by label is slower than counting. */
  const kinds = new Map<string, { requests: Counter.Internal; durations: Histogram.Internal<'route'> }>();
  const kindOf = (method: string, route: string, status: number) => {
    const name = `${method} ${status} ${route}`;
    const known = kinds.get(name);
    if (known !== undefined) return known;
    const kind = {
      requests: requests.labels({ method, route, status }),
      durations: durations.labels({ route }),
    };
    kinds.set(name, kind);
    return kind;
  };
  return {
    registry,
    observe: ({ method, route, status, milliseconds }) => {
      const kind = kindOf(method, route, status);
      kind.requests.inc();
      if (status >= 500 && !bridgeErrors.includes(status)) internalErrors.inc();
      kind.durations.observe(milliseconds / 1000);
    },
  };
}

/** Registers when the certificate of this node expires. */
export const registerCertificateMetric = (
  { registry }: Metrics,
  certificate: Pick<Certificate, 'expiresAt'> | undefined,
): void =>
  void new Gauge({
    name: 'plenum_cloud_certificate_expiry_seconds',
    help: 'When the TLS certificate of this node expires, seconds since 1970-01-01 UTC; NaN if it has none.',
    registers: [registry],
    collect() {
      this.set(certificate === undefined ? Number.NaN : certificate.expiresAt() / 1_000);
    },
  });
