import { isDeepStrictEqual } from 'node:util';
import { followAnswer, followEnergy, followExceptions, type House } from '@plenum/client/house';
import { type EnergyTotals, neverFalling, toTotals, toWellTyped } from '@plenum/entities';
import { currencyOf, type EnergyAnswer } from '@plenum/insight/energy';
import { type Clock, delay, every, systemClock } from '@plenum/platform';
import { createQuietWarning, type Log } from '@plenum/platform/quiet-log';
import type { KeptException } from '@plenum/protocol/schedule';
import {
  type BrokerConnection,
  type BrokerOptions,
  brokerFailures,
  checkBroker,
  withoutCredentials,
} from './broker/connect-broker.ts';
import { keepConnected } from './broker/keep-connected.ts';
import { createPublisher, type Publisher } from './broker/publisher.ts';
import { createAnnouncements } from './homeassistant/announcements.ts';
import type { DiscoveryStyle } from './homeassistant/discovery.ts';
import { createAnswering } from './session/answering.ts';
import { createPublishing } from './session/publishing.ts';
import { createReceiving } from './session/receiving.ts';
import { defaultBase, maxTopic, type Topics, topicsOf } from './topic/topics.ts';

export interface MqttOptions {
  readonly house: House;
  readonly broker: BrokerOptions;
  /** Prefix of the topics; `plenum` by default. */
  readonly base?: string | undefined;
  /** Form of the announcements to Home Assistant; `device` by default. */
  readonly discovery?: DiscoveryStyle | 'off' | undefined;
  /** Prefix of the discovery topics; `homeassistant` by default. */
  readonly discoveryPrefix?: string | undefined;
  /** True to announce garage doors, and to let messages move them; default false. */
  readonly allowGarage?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Returns a number 0 <= n < 1. */
  readonly random?: (() => number) | undefined;
  readonly log: Log;
  /** Period in ms over which all messages are published when a broker or Home Assistant starts; default 1500. */
  readonly spread?: number | undefined;
}

/**
 * A house that is connected to a broker, or will be as soon as the broker is reachable. Disposing of it publishes
 * `offline`.
 */
export interface Mqtt extends AsyncDisposable {
  /** Prefix of its topics: `plenum/000000001`. */
  readonly root: string;
}

/**
 * Silence in ms after which a broker is assumed to have sent all retained messages, and the interval for checking that.
 */
const settleTime = 300;
const maxSettleRounds = 10;
/**
 * Interval in ms for checking whether the bridge is reachable, which may change even if nothing changes in the house.
 */
const checkInterval = 5_000;
/** Intervals in ms at which automatic actions and plans are read. */
const automationInterval = 60_000;
const comfortInterval = 60_000;
const closeTimeout = 2_000;
/**
 * Interval in ms for republishing the states of a real house, and time in s after which a missing state becomes
 * unknown.
 */
const refreshInterval = 300_000;
const expireAfter = 1_200;

const checkTopic = (base: string) => {
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(base) || base.length > maxTopic / 2)
    throw brokerFailures.error('topic-base', { base });
};

/** Publishes that Plenum is offline, and disconnects normally. */
const leave = async (
  { close }: BrokerConnection,
  { publisher, topics, clock }: { publisher: Publisher; topics: Topics; clock: Clock },
) => {
  publisher.retain(topics.status, 'offline');
  await Promise.race([publisher.drained(), delay(clock, closeTimeout)]);
  await Promise.race([close(), delay(clock, closeTimeout)]);
};

/** Publishes a house to a broker and receives requests from it, across reconnections. */
const createSession = (options: MqttOptions, topics: Topics, clock: Clock) => {
  const {
    house,
    log,
    discovery = 'device',
    discoveryPrefix: prefix = 'homeassistant',
    allowGarage = false,
    spread = 1_500,
  } = options;
  checkTopic(prefix);
  const warn = createQuietWarning(log, clock);
  let energy: EnergyTotals | undefined;
  let currency: string | undefined;
  let exceptions: readonly KeptException[] | undefined;
  const state = () => ({ datagrams: toWellTyped(house.datagrams()), energy, currency, exceptions });
  const onRefused = (topic: string, error: unknown) =>
    warn('The broker refused a message. Check that its access list lets this user write to that topic.', {
      topic,
      why: String(error),
    });
  const publisher = createPublisher({ clock, onRefused });
  const announcer = {
    uid: house.uid,
    topics,
    url: house.url,
    allowGarage,
    expireAfter: house.isReal === true ? expireAfter : undefined,
  };
  const announcements =
    discovery === 'off'
      ? undefined
      : createAnnouncements({ announcer, publisher, prefix, style: discovery, spread });
  const publishing = createPublishing({ house, state, topics, publisher, announcements, clock, spread });
  const onRequest = createAnswering({
    house,
    state,
    allowGarage,
    // If too many responses wait, refusals are dropped first.
    onAnswer: (answer) => publisher.publish(topics.answer, JSON.stringify(answer), answer.ok),
    onRefused: publishing.republish,
    warn,
  });
  const birth = `${prefix}/status`;
  const onBirth = publishing.republishAll;
  const receiving = createReceiving({
    uid: house.uid,
    topics,
    publisher,
    clock,
    birth,
    onBirth,
    onRequest,
    warn,
  });
  const onEnergy = (answer: EnergyAnswer) => {
    energy = neverFalling(energy, toTotals(answer));
    currency = currencyOf(answer.tariff);
    publishing.onChange();
  };
  const onExceptions = (next: typeof exceptions) => {
    if (isDeepStrictEqual(next, exceptions)) return;
    exceptions = next;
    publishing.onChange();
  };
  const followed = [`${topics.root}/#`, ...(announcements === undefined ? [] : [birth])];
  return { publisher, publishing, receiving, followed, warn, onEnergy, onExceptions };
};

/**
 * Connects a house to a broker: publishes its states, executes requested commands, and announces the house to Home
 * Assistant. Returns immediately, and retries until the broker is reachable. @throws PlenumError of `brokerFailures`
 */
export function startMqtt(options: MqttOptions): Mqtt {
  const { house, broker, log, base = defaultBase, clock = systemClock, random = Math.random } = options;
  checkBroker(broker);
  checkTopic(base);
  const topics = topicsOf(base, house.uid);
  const { publisher, publishing, receiving, followed, warn, onEnergy, onExceptions } = createSession(
    options,
    topics,
    clock,
  );
  const where = withoutCredentials(broker.url);
  const end = new AbortController();
  let connection: BrokerConnection | undefined;
  let cancelSettle = () => {};

  const settle = (rounds: number) => {
    cancelSettle = clock.after(settleTime, () => {
      if (rounds > 1 && !receiving.isQuiet(settleTime)) return settle(rounds - 1);
      receiving.settle();
      publishing.announce(receiving.earlier());
    });
  };
  const stops = [
    house.subscribe(publishing.onChange),
    followEnergy(house, {
      clock,
      onEnergy,
      onError: (error) => warn('The energy of the house could not be read.', { err: error }),
    }),
    followExceptions(house, {
      clock,
      onExceptions,
      onError: (error) => warn('The exceptions of the favourites could not be read.', { err: error }),
    }),
    followAnswer(house.readAutomation, {
      clock,
      interval: automationInterval,
      onAnswer: publishing.onAutomation,
      onError: (error) => warn('The automatic actions of the house could not be read.', { err: error }),
    }),
    followAnswer(house.readComfort, {
      clock,
      interval: comfortInterval,
      onAnswer: publishing.onComfort,
      onError: (error) => warn('What the house has learnt could not be read.', { err: error }),
    }),
    every(clock, checkInterval, publishing.onChange),
    ...(house.isReal === true ? [every(clock, refreshInterval, publishing.refresh)] : []),
  ];
  const running = keepConnected({
    clock,
    random,
    signal: end.signal,
    connection: {
      broker,
      clientId: `plenum-${house.uid}-${Math.floor(random() * 2 ** 32).toString(36)}`,
      will: { topic: topics.status, payload: 'offline' },
      topics: followed,
      onMessage: receiving.receive,
    },
    onConnected: (made) => {
      log.info({ broker: where }, 'connected to the broker');
      connection = made;
      publisher.connect(made.send);
      publishing.onConnected();
      settle(maxSettleRounds);
    },
    onLost: (why, isNews) => {
      cancelSettle();
      connection = undefined;
      publisher.connect(undefined);
      receiving.begin();
      if (isNews) log.warn({ why, broker: where }, 'not connected to the broker; trying again');
    },
  }).catch((error: unknown) => log.error({ err: error }, 'the connection to the broker failed'));

  return {
    root: topics.root,
    [Symbol.asyncDispose]: async () => {
      for (const stop of stops) stop();
      end.abort();
      cancelSettle();
      if (connection !== undefined) await leave(connection, { publisher, topics, clock });
      publisher.connect(undefined);
      await running;
    },
  };
}
