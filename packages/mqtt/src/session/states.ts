import { type Entity, entitiesOf, entityKinds, type HouseState, toState } from '@plenum/entities';
import type { Publisher } from '../broker/publisher.ts';
import type { Topics } from '../topic/topics.ts';

/** The published states of a house's entities, by topic. */
interface States {
  /** Publishes states that changed, and clears the topics of entities that have disappeared. */
  readonly update: (house: HouseState) => void;
  readonly topics: () => readonly string[];
}

/** True if two states were derived from the same objects, since a datagram is never changed in place. */
const isSame = (before: readonly unknown[] | undefined, now: readonly unknown[]): boolean =>
  before !== undefined && before.length === now.length && now.every((each, index) => each === before[index]);

export function createStates({ topics, publisher }: { topics: Topics; publisher: Publisher }): States {
  const madeFrom = new Map<string, readonly unknown[]>();

  const publish = (entity: Entity, house: HouseState): void => {
    const topic = topics.state(entity.path);
    const inputs = [entity.source, house.energy, house.exceptions, ...entity.kind.uses(house.datagrams)];
    if (isSame(madeFrom.get(topic), inputs)) return;
    madeFrom.set(topic, inputs);
    publisher.retain(topic, JSON.stringify(toState(entity, house)));
  };

  return {
    update: (house) => {
      const entities = entitiesOf(entityKinds, house.datagrams);
      for (const entity of entities) publish(entity, house);
      const present = new Set(entities.map(({ path }) => topics.state(path)));
      for (const topic of [...madeFrom.keys()]) {
        if (present.has(topic)) continue;
        madeFrom.delete(topic);
        publisher.retain(topic, '');
      }
    },
    topics: () => [...madeFrom.keys()],
  };
}
