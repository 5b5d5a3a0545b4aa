import type { FastifyPluginAsync } from 'fastify';
import type { Store } from '../database/store.ts';
import { logFailure } from '../failure/log-failure.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

export interface MonitoringDeps {
  readonly store: Pick<Store, 'ping'>;
  readonly metrics: Metrics;
  readonly version: string;
  readonly log: Log;
}

/**
 * Creates the routes for health and metrics of a node: `GET` or `HEAD /healthz` (the process responds), `/readyz` (its
 * store responds too; 503 otherwise, so that a load balancer uses other nodes), `/version` and `/metrics` (Prometheus
 * text).
 */
export const createMonitoringRoutes =
  ({ store, metrics, version, log }: MonitoringDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }));
    app.get('/readyz', async (_, reply) => {
      try {
        await store.ping();
        return { status: 'ready' };
      } catch (error) {
        logFailure(log, { error }, 'the store does not answer');
        reply.code(503);
        return { status: 'not ready', detail: 'The store does not answer.' };
      }
    });
    app.get('/version', async () => ({ name: 'plenum-cloud', version }));
    app.get('/metrics', async (_, reply) => {
      reply.type(metrics.registry.contentType);
      return metrics.registry.metrics();
    });
  };
