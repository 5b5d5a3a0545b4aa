import { extensionEndpoints, type HealthAnswer } from '@plenum/protocol/extension';
import { ok } from '@plenum/protocol/refusal';
import { valuesWithoutWord } from '@plenum/protocol/v1';
import { bindRead } from '../../device/bind.ts';
import { type Device, toDeviceAnswer } from '../../device/device.ts';
import type { Read } from '../../device/records.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type Answer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type ReadRoute, type Route, servedAt } from '../route.ts';

const { readHealth, readMetrics } = extensionEndpoints;

/** Maximum length of a value in the response. */
const maxValue = 40;

/** Returns the values of a device that have no word in the original interface, as clients receive them. */
const toWithoutWord = (device: Device): Pick<HealthAnswer, 'withoutWord'> => {
  const found = valuesWithoutWord(device.datagrams()).map(({ value, ...each }) => ({
    ...each,
    value: JSON.stringify(value).slice(0, maxValue),
  }));
  return found.length === 0 ? {} : { withoutWord: found };
};

/** Returns the health of the bridge and of the device behind it. */
const toHealth = (served: Device): HealthAnswer => {
  const { uid } = served.identity;
  const behind = served.health();
  if (behind === undefined) return { status: 'ok', uid };
  const status = behind.isTooOld ? 'failing' : 'ok';
  return { status, uid, device: toDeviceAnswer(behind), ...toWithoutWord(served) };
};

/** Returns the response of `/healthz`; 503 if the bridge can no longer serve data of the real bridge. */
const toHealthAnswer = (device: Device): Answer => {
  const health = toHealth(device);
  return { ...toJsonAnswer(JSON.stringify(health)), status: health.status === 'failing' ? 503 : 200 };
};

/** Creates the endpoint through which a cloud reads whether the real bridge behind this one answers. */
export const createHealthRead = (device: Device): Read => bindRead(readHealth, () => ok(toHealth(device)));

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
