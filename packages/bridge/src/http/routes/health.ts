import type { HealthAnswer } from '@plenum/protocol/extension';
import type { Device } from '../../device/device.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { toJsonAnswer, toTextAnswer } from '../answer.ts';
import type { Route } from '../route.ts';

/** For monitoring: `GET /healthz` (served without the key) and `GET /metrics` (Prometheus text). */
export const createHealthRoutes = (device: Device, metrics: Metrics): Route[] => [
  {
    method: 'GET',
    path: '/healthz',
    endpoint: 'health',
    isOpen: true,
    handle: () =>
      toJsonAnswer(JSON.stringify({ status: 'ok', uid: device.identity.uid } satisfies HealthAnswer)),
  },
  {
    method: 'GET',
    path: '/metrics',
    endpoint: 'metrics',
    handle: async () => {
      const { type, text } = await metrics.read();
      return toTextAnswer(text, type);
    },
  },
];
