import type { Socket } from 'node:net';
import { errorTable } from '@plenum/protocol/error';
import type { IClientOptions, MqttClient } from 'mqtt';
import type { Send } from './publisher.ts';

/** The address of a broker, and Plenum's credentials for it. */
export interface BrokerOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, with a user name and password if the broker requires one. */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** PEM of the certificate authority that signed the broker's certificate, if it is not a public one. */
  readonly ca?: string | undefined;
  /** PEM of Plenum's certificate and key, if the broker requires one. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface Incoming {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** True if the message was published as retained, in which case the broker sends it again at every connection. */
  readonly isRetained: boolean;
}

/** The callbacks of one connection. */
interface ConnectionEvents {
  readonly onMessage: (message: Incoming) => void;
  /** Called once when the connection has ended or failed; `isOld` is true if the broker does not support MQTT 5. */
  readonly onEnd: (why: string, isOld?: boolean) => void;
}

export interface BrokerConnection {
  readonly send: Send;
  /** Disconnects normally, so that the broker does not publish the will. */
  readonly close: () => Promise<void>;
}

/** The reasons why a broker cannot be used, each with a remedy. */
export const brokerFailures = errorTable('mqtt', {
  'broker-address': ({ shown }: { shown: string }) =>
    `${shown} is not the address of a broker. Use one like mqtt://192.168.1.10 or mqtts://broker.example.org:8883.`,
  'topic-base': ({ base }: { base: string }) =>
    `${JSON.stringify(base)} cannot begin a topic. Use letters, digits, "_" and "-", with "/" between them.`,
});

const protocols: ReadonlySet<string> = new Set(['mqtt:', 'mqtts:', 'ws:', 'wss:']);

/** Returns a URL without its password. */
export function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'This' : `${parsed.protocol}//${parsed.host}${parsed.pathname}`.replace(/\/$/, '');
}

/**
 * Checks the address of a broker. @throws PlenumError `broker-address`, whose message does not contain the password
 */
export function checkBroker({ url }: BrokerOptions): void {
  const parsed = URL.parse(url);
  if (parsed === null || !protocols.has(parsed.protocol) || parsed.host === '')
    throw brokerFailures.error('broker-address', { shown: withoutCredentials(url) });
}

/** Maximum size of a message from the broker, in bytes (MQTT 5, 3.1.2.11.4); the broker drops larger ones. */
const maxPacket = 131_072;
/** Maximum number of unconfirmed messages from the broker (MQTT 5, 3.1.2.11.3). */
const maxReceived = 32;
const connectTimeout = 10_000;

/** Reason codes for a refused connection (MQTT 5, 3.2.2.2) that a user can act on. */
const oldBroker = 'It does not support MQTT 5. Trying MQTT 3.1.1.';
const reasons: Readonly<Record<number, string>> = {
  // An MQTT 3.1.1 broker responds with 1 (MQTT 3.1.1, 3.2.2.3), an MQTT 5 broker with 132.
  1: oldBroker,
  132: oldBroker,
  133: 'It does not accept this client id.',
  134: 'It does not accept the user name or password.',
  135: 'It does not let this user in. Check the user name and password.',
  142: 'Another client with the same id has connected. Is Plenum connected to it twice?',
};

const toWhy = (error: unknown): string => {
  const { code, message } = error as { code?: number | string; message?: string };
  if (typeof code === 'number') return reasons[code] ?? `It answered with reason ${code}.`;
  return typeof code === 'string' ? `${code}.` : `${message ?? 'unknown'}.`.replace(/\.\.$/, '.');
};

/** The version number on the wire: 4 is MQTT 3.1.1. */
export type MqttVersion = 4 | 5;

export interface ConnectDeps extends ConnectionEvents {
  readonly broker: BrokerOptions;
  readonly clientId: string;
  readonly version: MqttVersion;
  readonly will: { readonly topic: string; readonly payload: string };
  /** Topics to subscribe to, without those that only Plenum publishes to. */
  readonly topics: readonly string[];
}

const toOptions = ({ broker, clientId, version, will }: ConnectDeps): IClientOptions => ({
  ...(broker.username !== undefined && { username: broker.username }),
  ...(broker.password !== undefined && { password: broker.password }),
  ...(broker.ca !== undefined && { ca: broker.ca }),
  ...(broker.cert !== undefined && { cert: broker.cert }),
  ...(broker.key !== undefined && { key: broker.key }),
  clientId,
  protocolVersion: version,
  clean: true,
  keepalive: 30,
  connectTimeout,
  // Plenum reconnects and resends: the library's store would send outdated states.
  reconnectPeriod: 0,
  resubscribe: false,
  queueQoSZero: false,
  ...(version === 5 && { properties: { maximumPacketSize: maxPacket, receiveMaximum: maxReceived } }),
  will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
});

/** Disables Nagle's algorithm: a command would otherwise wait 40 ms for the confirmation of the previous message. */
const withoutDelay = ({ stream }: MqttClient) => {
  const { setNoDelay } = stream as Partial<Socket>;
  if (typeof setNoDelay === 'function') (stream as Socket).setNoDelay(true);
};

const sender =
  (client: MqttClient): Send =>
  (topic, payload, retain) =>
    new Promise((resolve, reject) => {
      client.publish(topic, payload, { qos: 1, retain }, (error, packet) => {
        const { reasonCode = 0 } = (packet ?? {}) as { reasonCode?: number };
        if (error) reject(error);
        else if (reasonCode >= 128) reject(new Error(`reason ${reasonCode}`));
        else resolve();
      });
    });

/**
 * Connects to a broker and subscribes to topics; resolves once subscribed, or to `undefined` if that fails (`onEnd`).
 */
export async function connectBroker(deps: ConnectDeps): Promise<BrokerConnection | undefined> {
  // The library is loaded only here, so that users without a broker do not wait for it.
  const { default: mqtt } = await import('mqtt');
  const client = mqtt.connect(deps.broker.url, toOptions(deps));
  let why = 'It closed the connection.';
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    client.end(true);
    deps.onEnd(why, why === oldBroker);
  };
  client.on('error', (error) => {
    why = toWhy(error);
    end();
  });
  client.on('disconnect', ({ reasonCode }) => {
    why = toWhy({ code: reasonCode ?? 0 });
  });
  client.on('close', end);
  client.on('message', (topic, payload, { retain }) =>
    deps.onMessage({ topic, payload, isRetained: retain }),
  );
  const isConnected = await new Promise<boolean>((resolve) => {
    client.once('connect', () => resolve(true));
    client.once('close', () => resolve(false));
    client.once('error', () => resolve(false));
  });
  if (!isConnected) return undefined;
  withoutDelay(client);
  // Excludes Plenum's own messages (nl) and passes on whether a message was published as retained (rap; MQTT 5,
  // 3.8.3.1). An MQTT 3.1.1 broker sends Plenum's own messages back, which change nothing, and marks a message as
  // retained only when the subscription starts.
  const options =
    deps.version === 5 ? ({ qos: 1, nl: true, rap: true, rh: 0 } as const) : ({ qos: 1 } as const);
  try {
    await client.subscribeAsync([...deps.topics], options);
  } catch (error) {
    why = toWhy(error);
    end();
    return undefined;
  }
  return {
    send: sender(client),
    close: async () => {
      hasEnded = true;
      await client.endAsync().catch(() => {});
    },
  };
}
