import { type Counts, createCounts } from './counts.ts';
import type { MetricsDeps } from './parts.ts';

/** What a bridge counts while it runs, and the text Prometheus reads of it. */
export interface Metrics {
  /** HTTP requests by door and outcome. */
  readonly requests: Counts;
  /** UDP datagrams by what they are and whether they were sent. */
  readonly datagrams: Counts;
  /** What stands there now, in the text format of Prometheus. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

export const createMetrics = (parts: MetricsDeps): Metrics => {
  const requests = createCounts();
  const datagrams = createCounts();
  let loaded: Promise<typeof import('./registry.ts')> | undefined;
  return {
    requests,
    datagrams,
    read: async () => {
      // Loaded when it is first asked for: it would cost every start 0.1 s, and 20 MB of memory.
      loaded ??= import('./registry.ts');
      const { createRegistry } = await loaded;
      const registry = createRegistry({ ...parts, requests, datagrams });
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
};
