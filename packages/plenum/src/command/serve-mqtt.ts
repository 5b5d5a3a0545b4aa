import type { Bridge } from '@plenum/bridge';
import type { House, Mqtt } from '@plenum/mqtt';
import { allEnergy, type EnergyAnswer } from '@plenum/protocol/energy';
import { type Refusal, refuse, toSentence } from '@plenum/protocol/refusal';
import { toAddresses } from '../format/started.ts';
import type { Io } from '../io/io.ts';
import { createLineLog } from '../io/log.ts';
import { loadMqtt, type MqttFlags, readBroker, readDiscovery } from './mqtt-options.ts';
import { toOwnError } from './optional-package.ts';

const toRefused = (refusal: Refusal) =>
  ({ ok: false, code: refusal.code, sentence: toSentence(refusal) }) as const;

/** Who gives the commands, as the history shows it. */
const by = { over: 'local', app: 'MQTT' } as const;

/** The house behind a bridge of this process; a house that is read-only on the network is so here too. */
const toHouse = (bridge: Bridge, { readOnly = false }: { readonly readOnly?: boolean }): House => {
  const { device, identity, http } = bridge;
  return {
    uid: identity.uid,
    url: toAddresses(http).map((address) => `${http.scheme}://${address}`)[0],
    datagrams: device.datagrams,
    isReachable: () => device.health()?.state !== 'silent',
    subscribe: (listener) => device.subscribe(listener),
    command: async (commands) => {
      if (readOnly) return toRefused(refuse('read-only').refusal);
      device.advanceTo(Date.now());
      const result = await device.commandFor({ by }, ...commands);
      return result.ok ? { ok: true } : toRefused(result.refusal);
    },
    readEnergy: async () => {
      if (device.datagrams().power.length === 0) return undefined;
      const answer = bridge.read('/energy', { ...allEnergy, from: String(allEnergy.from) });
      return answer.ok ? (answer.value as EnergyAnswer) : undefined;
    },
  };
};

/** What else a bridge is started with. */
type BrokerFlags = MqttFlags & { readonly readOnly?: true };

/** Connects a bridge of this process with the broker of its options, if there is one. */
export const connectToBroker = async (
  bridge: Bridge,
  flags: BrokerFlags,
  io: Io,
): Promise<Mqtt | undefined> => {
  if (flags.mqtt === undefined) return undefined;
  const broker = readBroker(flags.mqtt, flags, io.env);
  const { startMqtt, withoutCredentials } = await loadMqtt();
  try {
    const house = toHouse(bridge, flags);
    const mqtt = startMqtt({ house, broker, ...readDiscovery(flags), log: createLineLog(io) });
    io.out(`Connected with ${withoutCredentials(flags.mqtt)} as ${mqtt.root}.`);
    return mqtt;
  } catch (error) {
    throw toOwnError(error);
  }
};
