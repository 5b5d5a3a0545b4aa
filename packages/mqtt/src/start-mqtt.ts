import { type Clock, delay, every, systemClock } from '@plenum/machine';
import { type Backoff, equalJitter } from '@plenum/machine/backoff';
import { type Announcements, createAnnouncements } from './homeassistant/announce.ts';
import { type Announced, readAnnounced } from './homeassistant/announced.ts';
import type { DiscoveryStyle } from './homeassistant/discovery.ts';
import { type EnergyTotals, neverFalling, toTotals } from './house/energy.ts';
import type { House } from './house/house.ts';
import { createAnswering } from './session/answering.ts';
import {
  type BrokerConnection,
  type BrokerOptions,
  brokerFailures,
  checkBroker,
  connectBroker,
  type Incoming,
  withoutCredentials,
} from './session/broker.ts';
import { createPublisher } from './session/publisher.ts';
import { createQuietWarning, type Log } from './session/quiet-log.ts';
import { createStates } from './session/states.ts';
import type { HouseState } from './thing/member.ts';
import { defaultBase, maxTopic, readTopic, topicsOf } from './topic/topics.ts';

export interface MqttOptions {
  readonly house: House;
  readonly broker: BrokerOptions;
  /** What topics begin with; `plenum` by default. */
  readonly base?: string | undefined;
  /** How entities are announced to Home Assistant; `device` by default. */
  readonly discovery?: DiscoveryStyle | 'off' | undefined;
  /** What the topics of discovery begin with; `homeassistant` by default. */
  readonly discoveryPrefix?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Gives 0 <= n < 1. */
  readonly random?: (() => number) | undefined;
  readonly log: Log;
  /** Over how many ms everything is published when a broker or Home Assistant starts; 1500 by default. */
  readonly spread?: number | undefined;
}

/** A house that is connected with a broker, for as long as it takes. */
export interface Mqtt extends AsyncDisposable {
  /** What its topics begin with: `plenum/000000001`. */
  readonly root: string;
  readonly isConnected: () => boolean;
}

const backoff: Backoff = { first: 1_000, max: 30_000 };
/** A connection that lasted this long was a good one, ms. */
const goodAfter = 10_000;
/** How long the broker may take to send what it kept of an earlier run, ms. */
const settleTime = 300;
/** Changes within this time are published together, ms. */
const together = 20;
/** How long announcements may be behind the house, ms. */
const announceAfter = 1_000;
const energyInterval = 60_000;
/** How long a topic that somebody else wrote to stays so, ms: two of us must not take turns without a pause. */
const restoreAfter = 1_000;
const closeTimeout = 2_000;

/**
 * Connects a house with a broker: publishes its states, performs what messages ask for, and announces it to Home Assistant. Returns
 * at once; a broker that cannot be reached is tried again and again.
 * @throws PlenumError of `brokerFailures`
 */
export const startMqtt = (options: MqttOptions): Mqtt => {
  const { house, broker, log, base = defaultBase, clock = systemClock, random = Math.random } = options;
  const { discovery = 'device', discoveryPrefix: prefix = 'homeassistant', spread = 1_500 } = options;
  checkBroker(broker);
  for (const each of [base, prefix])
    if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(each) || each.length > maxTopic / 2)
      throw brokerFailures.error('topic-base', { base: each });

  const topics = topicsOf(base, house.uid);
  const warn = createQuietWarning(log, clock);
  const where = withoutCredentials(broker.url);
  const end = new AbortController();
  let energy: EnergyTotals | undefined;
  const state = (): HouseState => ({ datagrams: house.datagrams(), energy });

  const publisher = createPublisher({
    clock,
    onRefused: (topic, error) =>
      warn('The broker refused a message; its access list may not let this user write there.', {
        topic,
        why: String(error),
      }),
  });
  const states = createStates({ topics, publisher });
  const announcements: Announcements | undefined =
    discovery === 'off'
      ? undefined
      : createAnnouncements({
          announcer: { uid: house.uid, topics, url: house.url },
          publisher,
          prefix,
          style: discovery,
          spread,
        });
  const answer = createAnswering({
    house,
    state,
    onAnswer: (one) => publisher.say(topics.answer, JSON.stringify(one)),
    onRefused: (path) => publisher.holdAgain(0, [topics.state(path)]),
  });

  // What an earlier run announced arrives with the subscription, before anything is announced in this one.
  let isSettled = false;
  let hasBegun = false;
  let earlier: Announced | undefined;
  const restoring = new Set<string>();

  const restore = (topic: string) => {
    if (restoring.has(topic)) return;
    restoring.add(topic);
    clock.after(restoreAfter, () => {
      restoring.delete(topic);
      publisher.holdAgain(0, [topic]);
    });
  };

  /** A topic that only we write to: what the broker kept there of an earlier run, or what somebody else wrote. */
  const receiveOwn = ({ topic, payload, isRetained }: Incoming) => {
    const text = Buffer.from(payload).toString();
    const held = publisher.held().get(topic);
    if (topic === topics.announced && !isSettled) earlier = readAnnounced(text, house.uid);
    if (held === undefined) {
      if (isRetained && text !== '' && topic !== topics.announced) publisher.hold(topic, '');
    } else if (isSettled && held !== text) {
      warn('Somebody else wrote to a topic of this house; its true state is published again.', { topic });
      restore(topic);
    }
  };

  const onMessage = (message: Incoming) => {
    const { topic, payload, isRetained } = message;
    if (topic === `${prefix}/status`) {
      if (!isRetained && Buffer.from(payload).toString() === 'online') again();
      return;
    }
    const purpose = readTopic(topics, topic);
    if (purpose.for === 'own') return receiveOwn(message);
    if (purpose.for === 'nothing') {
      warn('A message was dropped: nothing of this house has its topic.', {
        topic: topic.slice(0, maxTopic),
      });
    } else if (isRetained) {
      if (payload.byteLength === 0) return;
      warn('A retained message was ignored and removed: it would come again with every connection.', {
        topic,
      });
      publisher.hold(topic, '');
    } else answer({ topic: topic.slice(topics.root.length + 1), purpose, payload });
  };

  let isUpdating = false;
  let isAnnouncing = false;
  const update = () => {
    publisher.hold(topics.reachable, house.isReachable() ? 'online' : 'offline');
    states.update(state());
    if (announcements === undefined || isAnnouncing || !hasBegun) return;
    isAnnouncing = true;
    clock.after(announceAfter, () => {
      isAnnouncing = false;
      if (hasBegun) announcements.update(state());
    });
  };
  const onChange = () => {
    if (isUpdating) return;
    isUpdating = true;
    clock.after(together, () => {
      isUpdating = false;
      update();
    });
  };

  /** Publishes everything again, for a Home Assistant that starts. */
  const again = () =>
    publisher.holdAgain(spread, [...(announcements?.topics() ?? []), ...states.topics(), topics.reachable]);

  const settle = () => {
    isSettled = true;
    if (announcements === undefined) return;
    if (hasBegun) return publisher.holdAgain(spread, announcements.topics());
    hasBegun = true;
    void announcements.begin(earlier, state());
  };

  const onConnected = ({ send }: BrokerConnection) => {
    log.info({ broker: where }, 'connected to the broker');
    isSettled = false;
    publisher.connect(send);
    publisher.holdAgain(0, [topics.status, topics.reachable]);
    publisher.holdAgain(spread / 2, states.topics());
  };

  const readEnergy = async () => {
    const answer = await house.readEnergy();
    if (answer === undefined) return;
    energy = neverFalling(energy, toTotals(answer));
    onChange();
  };

  let connection: BrokerConnection | undefined;
  const run = async () => {
    let last: string | undefined;
    for (let failures = 0; !end.signal.aborted; ) {
      const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>();
      const since = clock.now();
      connection = await connectBroker({
        broker,
        clientId: `plenum-${house.uid}-${Math.floor(random() * 2 ** 32).toString(36)}`,
        will: { topic: topics.status, payload: 'offline' },
        topics: [`${topics.root}/#`, ...(announcements === undefined ? [] : [`${prefix}/status`])],
        onMessage,
        onEnd,
      });
      let cancel = () => {};
      if (connection !== undefined) {
        last = undefined;
        onConnected(connection);
        cancel = clock.after(settleTime, settle);
      }
      const why = await Promise.race([ended, aborted]);
      cancel();
      if (end.signal.aborted) break;
      connection = undefined;
      publisher.connect(undefined);
      if (why !== last) log.warn({ why, broker: where }, 'not connected to the broker; trying again');
      last = why;
      if (clock.now() - since > goodAfter) failures = 0;
      await delay(clock, equalJitter(backoff, failures++, random), end.signal);
    }
  };
  const aborted = new Promise<string>((resolve) => {
    end.signal.addEventListener('abort', () => resolve(''));
  });

  publisher.prepare(topics.status, 'online');
  update();
  const unsubscribe = house.subscribe(onChange);
  const readQuietly = () =>
    readEnergy().catch((error: unknown) => warn('The energy could not be read.', { err: error }));
  void readQuietly();
  const cancelEnergy = every(clock, energyInterval, readQuietly);
  const running = run().catch((error: unknown) =>
    log.error({ err: error }, 'the connection with the broker failed'),
  );

  return {
    root: topics.root,
    isConnected: () => connection !== undefined,
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      cancelEnergy();
      end.abort();
      if (connection !== undefined) {
        publisher.hold(topics.status, 'offline');
        await Promise.race([publisher.drained(), delay(clock, closeTimeout)]);
        await Promise.race([connection.close(), delay(clock, closeTimeout)]);
      }
      publisher.connect(undefined);
      await running;
    },
  };
};
