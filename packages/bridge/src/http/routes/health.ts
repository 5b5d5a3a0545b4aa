import { extensionEndpoints, type HealthAnswer } from '@plenum/protocol/extension';
import { valuesWithoutWord } from '@plenum/protocol/v1';
import { type Device, toDeviceAnswer } from '../../device/device.ts';
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

/**
 * Returns the health of the bridge and of the device behind it; 503 if it can no longer serve data of the real bridge.
 */
const toHealthAnswer = (served: Device): Answer => {
  const {
    identity: { uid },
    health,
  } = served;
  const behind = health();
  if (behind === undefined) return toJsonAnswer(JSON.stringify({ status: 'ok', uid } satisfies HealthAnswer));
  const { isTooOld } = behind;
  const device = toDeviceAnswer(behind);
  const answer: HealthAnswer = { status: isTooOld ? 'failing' : 'ok', uid, device, ...toWithoutWord(served) };
  return { ...toJsonAnswer(JSON.stringify(answer)), status: isTooOld ? 503 : 200 };
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
