import { type HouseState, type Thing, thingKinds, thingsOf, toState } from '@plenum/entities';
import type { Publisher } from '../broker/publisher.ts';
import type { Topics } from '../topic/topics.ts';

/** The states of the things of a house under their topics. */
export interface States {
  /** Publishes what differs, and clears what is gone. */
  readonly update: (house: HouseState) => void;
  readonly topics: () => readonly string[];
}

/** Whether all that a state was made from is the same object: a datagram is never changed in place. */
const isSame = (before: readonly unknown[] | undefined, now: readonly unknown[]): boolean =>
  before !== undefined && before.length === now.length && now.every((each, index) => each === before[index]);

export const createStates = ({ topics, publisher }: { topics: Topics; publisher: Publisher }): States => {
  const madeFrom = new Map<string, readonly unknown[]>();

  const publish = (thing: Thing, house: HouseState): void => {
    const topic = topics.state(thing.path);
    const inputs = [thing.source, house.energy, house.exceptions, ...thing.kind.uses(house.datagrams)];
    if (isSame(madeFrom.get(topic), inputs)) return;
    madeFrom.set(topic, inputs);
    publisher.retain(topic, JSON.stringify(toState(thing, house)));
  };

  return {
    update: (house) => {
      const things = thingsOf(thingKinds, house.datagrams);
      for (const thing of things) publish(thing, house);
      const present = new Set(things.map(({ path }) => topics.state(path)));
      for (const topic of [...madeFrom.keys()]) {
        if (present.has(topic)) continue;
        madeFrom.delete(topic);
        publisher.retain(topic, '');
      }
    },
    topics: () => [...madeFrom.keys()],
  };
};
