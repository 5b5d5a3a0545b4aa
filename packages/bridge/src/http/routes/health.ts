import { extensionEndpoints } from '@plenum/protocol/extension';
import type { Device } from '../../device/device.ts';
import type { Metrics } from '../../diagnostics/metrics.ts';
import { toHealth } from '../../endpoint/health.ts';
import { type Answer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type ReadRoute, type Route, servedAt } from '../route.ts';

const { readHealth, readMetrics } = extensionEndpoints;

/** Returns the response of `/healthz`; 503 if the bridge can no longer serve data of the real bridge. */
const toHealthAnswer = (device: Device): Answer => {
  const health = toHealth(device);
  return { ...toJsonAnswer(JSON.stringify(health)), status: health.status === 'failing' ? 503 : 200 };
};

/**
 * Creates the routes for monitoring: `GET` or `HEAD /healthz` (served without the key) and `GET /metrics` (Prometheus
 * text).
 */
export const createHealthRoutes = (device: Device, metrics: Metrics): (Route | ReadRoute)[] => [
  ...(['GET', 'HEAD'] as const).map(
    (method): Route => ({
      ...servedAt(readHealth),
      method,
      handle: () => toHealthAnswer(device),
    }),
  ),
  {
    ...servedAt(readMetrics),
    read: async () => {
      const { type, text } = await metrics.read();
      return toTextAnswer(text, type);
    },
  },
];
