import type { Bridge } from '@plenum/bridge';
import type { Mqtt } from '@plenum/mqtt';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { loadMqtt, type MqttFlags, readBroker, readExposure } from '../../option/mqtt-options.ts';
import { toOwnError } from '../../option/optional-package.ts';
import { toServedHouse } from './served-house.ts';

/** The options of `plenum bridge` for its MQTT broker. */
type BrokerFlags = MqttFlags & { readonly readOnly?: true };

/** Connects the bridge in this process to the broker in its options, if there is one. */
export async function connectToBroker(bridge: Bridge, flags: BrokerFlags, io: Io): Promise<Mqtt | undefined> {
  if (flags.mqtt === undefined) return undefined;
  const broker = readBroker(flags.mqtt, flags, io.env);
  const { startMqtt, withoutCredentials } = await loadMqtt();
  try {
    const house = toServedHouse(bridge, { ...flags, app: 'MQTT' });
    const mqtt = startMqtt({ house, broker, ...readExposure(flags), log: createLineLog(io) });
    io.out(`Connected to ${withoutCredentials(flags.mqtt)} as ${mqtt.root}.`);
    return mqtt;
  } catch (error) {
    throw toOwnError(error);
  }
}
