import type { House } from '@plenum/client/house';
import type { HouseState } from '@plenum/entities';
import type { AutomationAnswer } from '@plenum/insight/automation';
import { type Clock, coalesce } from '@plenum/platform/clock';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import type { Publisher } from '../broker/publisher.ts';
import type { Announced } from '../homeassistant/announced-devices.ts';
import type { Announcements } from '../homeassistant/announcements.ts';
import type { Topics } from '../topic/topics.ts';
import { toAutomation } from './automation.ts';
import { toPassport } from './passport.ts';
import { toPlan } from './plan.ts';
import { createStates } from './states.ts';

interface PublishingDeps {
  readonly house: House;
  readonly state: () => HouseState;
  readonly topics: Topics;
  readonly publisher: Publisher;
  readonly announcements: Announcements | undefined;
  readonly clock: Clock;
  /** Period in ms over which all messages are published. */
  readonly spread: number;
}

/** Changes within this time are published together, in ms. */
const batchTime = 20;
/** Maximum delay of announcements, in ms. */
const announceDelay = 1_000;

/** Publishes the state of a house. */
interface Publishing {
  readonly onChange: () => void;
  /** Publishes what the house has learnt. */
  readonly onComfort: (answer: ComfortAnswer) => void;
  readonly onAutomation: (answer: AutomationAnswer) => void;
  /** Publishes the current state of one entity again; `path` is the last levels of its topic. */
  readonly republish: (path: string) => void;
  /**
   * Publishes the states, and whether the bridge is reachable, to a broker that may have lost its retained messages.
   */
  readonly onConnected: () => void;
  /** Publishes the states again while the bridge is reachable, so that they do not expire. */
  readonly refresh: () => void;
  /** Announces the house, for the first time or again. */
  readonly announce: (earlier: Announced | undefined) => void;
  /** Publishes everything again after Home Assistant has started. */
  readonly republishAll: () => void;
}

export function createPublishing(deps: PublishingDeps): Publishing {
  const { house, state, topics, publisher, announcements, clock, spread } = deps;
  const states = createStates({ topics, publisher });
  let hasBegun = false;
  const retainedAnswers = new Set<string>();
  const retainAnswer = (topic: string, answer: object) => {
    retainedAnswers.add(topic);
    publisher.retain(topic, JSON.stringify(answer));
  };
  /** The retained topics that a broker may have lost. */
  const retained = () => [...states.topics(), ...retainedAnswers];

  const announceChange = coalesce(clock, announceDelay, () => {
    if (hasBegun) announcements?.update(state());
  });
  const update = () => {
    publisher.retain(topics.reachable, house.isReachable() ? 'online' : 'offline');
    states.update(state());
    announceChange();
  };
  publisher.prepare(topics.status, 'online');
  update();

  return {
    onChange: coalesce(clock, batchTime, update),
    onComfort: (answer) => {
      retainAnswer(topics.passport, toPassport(answer));
      retainAnswer(topics.plan, toPlan(answer));
    },
    onAutomation: (answer) => retainAnswer(topics.automation, toAutomation(answer)),
    republish: (path) => {
      update();
      publisher.republish(0, [topics.state(path)]);
    },
    onConnected: () => {
      publisher.republish(0, [topics.status, topics.reachable]);
      publisher.republish(spread / 2, retained());
    },
    refresh: () => {
      if (house.isReachable()) publisher.republish(spread, states.topics());
    },
    announce: (earlier) => {
      if (announcements === undefined) return;
      if (hasBegun) return publisher.republish(spread, announcements.topics());
      hasBegun = true;
      void announcements.begin(earlier, state());
    },
    republishAll: () =>
      publisher.republish(spread, [
        ...(announcements?.topics() ?? []),
        ...retained(),
        topics.status,
        topics.reachable,
      ]),
  };
}
