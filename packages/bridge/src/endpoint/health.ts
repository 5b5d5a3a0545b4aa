import { extensionEndpoints, type HealthAnswer } from '@plenum/protocol/extension';
import { ok } from '@plenum/protocol/refusal';
import { valuesWithoutWord } from '@plenum/protocol/v1';
import { type Device, toDeviceAnswer } from '../device/device.ts';
import { bindRead } from './bind.ts';
import type { ReadEndpoint } from './endpoint.ts';

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
export function toHealth(served: Device): HealthAnswer {
  const { uid } = served.identity;
  const behind = served.health();
  if (behind === undefined) return { status: 'ok', uid };
  const status = behind.isTooOld ? 'failing' : 'ok';
  return { status, uid, device: toDeviceAnswer(behind), ...toWithoutWord(served) };
}

/** Creates the endpoint through which a cloud reads whether the real bridge behind this one answers. */
export const createHealthRead = (device: Device): ReadEndpoint =>
  bindRead(extensionEndpoints.readHealth, () => ok(toHealth(device)));
