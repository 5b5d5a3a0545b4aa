import type { FastifyPluginAsync } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface MonitoringDeps {
  /** Undefined if the metrics are served on a separate port. */
  readonly metrics: Metrics | undefined;
  readonly version: string;
  readonly isStopping: () => boolean;
}

/**
 * Creates the routes for health and metrics of a node: `GET` or `HEAD /healthz` (the process answers), `/readyz` (it has
 * started and is not stopping), `/version` and `/metrics` (Prometheus text). Readiness does
 * not depend on the store. All nodes share it, so if it fails, no other node does better, and the responses of a node
 * are more helpful than those of a load balancer without nodes.
 */
export const createMonitoringRoutes =
  ({ metrics, version, isStopping }: MonitoringDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }));
    app.get('/readyz', async (_, reply) => {
      if (!isStopping()) return { status: 'ready' };
      return reply.code(503).send({ status: 'stopping' });
    });
    app.get('/version', async () => ({ name: 'plenum-cloud', version }));
    if (metrics === undefined) return;
    app.get('/metrics', async (_, reply) => {
      reply.type(metrics.registry.contentType);
      return metrics.registry.metrics();
    });
  };
