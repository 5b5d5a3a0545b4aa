import type { House } from '@plenum/client/house';
import type { Clock } from '@plenum/machine/clock';
import type { HouseState } from '@plenum/things';
import type { Publisher } from '../broker/publisher.ts';
import type { Announced } from '../homeassistant/announced-devices.ts';
import type { Announcements } from '../homeassistant/announcements.ts';
import type { Topics } from '../topic/topics.ts';
import { createStates } from './states.ts';

export interface PublishingDeps {
  readonly house: House;
  readonly state: () => HouseState;
  readonly topics: Topics;
  readonly publisher: Publisher;
  readonly announcements: Announcements | undefined;
  readonly clock: Clock;
  /** Over how many ms everything is published at once. */
  readonly spread: number;
}

/** Changes within this time are published together, ms. */
const together = 20;
/** How long announcements may be behind the house, ms. */
const announceAfter = 1_000;

/** What a house publishes. */
export interface Publishing {
  readonly onChange: () => void;
  /** Publishes the state of one thing again, as it is now; `path` is the end of its topic. */
  readonly correct: (path: string) => void;
  /** Publishes states and whether the bridge answers, for a broker that may hold nothing. */
  readonly greet: () => void;
  /** Publishes the states again while the bridge answers, so that they do not expire. */
  readonly repeat: () => void;
  /** Begins to announce the house, or does it again. */
  readonly announce: (earlier: Announced | undefined) => void;
  /** Publishes everything again, for a Home Assistant that starts. */
  readonly again: () => void;
}

/** Once for all calls within some ms after the first. */
const once = (clock: Clock, milliseconds: number, run: () => void) => {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    clock.after(milliseconds, () => {
      isWaiting = false;
      run();
    });
  };
};

export const createPublishing = (deps: PublishingDeps): Publishing => {
  const { house, state, topics, publisher, announcements, clock, spread } = deps;
  const states = createStates({ topics, publisher });
  let hasBegun = false;

  const announceChange = once(clock, announceAfter, () => {
    if (hasBegun) announcements?.update(state());
  });
  const update = () => {
    publisher.hold(topics.reachable, house.isReachable() ? 'online' : 'offline');
    states.update(state());
    announceChange();
  };
  publisher.prepare(topics.status, 'online');
  update();

  return {
    onChange: once(clock, together, update),
    correct: (path) => {
      update();
      publisher.holdAgain(0, [topics.state(path)]);
    },
    greet: () => {
      publisher.holdAgain(0, [topics.status, topics.reachable]);
      publisher.holdAgain(spread / 2, states.topics());
    },
    repeat: () => {
      if (house.isReachable()) publisher.holdAgain(spread, states.topics());
    },
    announce: (earlier) => {
      if (announcements === undefined) return;
      if (hasBegun) return publisher.holdAgain(spread, announcements.topics());
      hasBegun = true;
      void announcements.begin(earlier, state());
    },
    again: () =>
      publisher.holdAgain(spread, [
        ...(announcements?.topics() ?? []),
        ...states.topics(),
        topics.status,
        topics.reachable,
      ]),
  };
};
