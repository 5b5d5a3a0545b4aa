import type { HouseState } from '@plenum/entities';
import type { Publisher } from '../broker/publisher.ts';
import { type Announced, toAnnounced, topicsOfAnnounced } from './announced-devices.ts';
import { type Announcer, type DiscoveryStyle, toDevices, toMessages } from './discovery.ts';
import type { Platform } from './entity.ts';

interface AnnounceDeps {
  readonly announcer: Announcer;
  readonly publisher: Publisher;
  readonly prefix: string;
  readonly style: DiscoveryStyle;
  /** Period in ms over which all messages are published. */
  readonly spread: number;
}

/** The announcements of a house for Home Assistant, updated as the house changes. */
export interface Announcements {
  /** Starts with the announcements of an earlier run; entities that have disappeared since are cleared. */
  readonly begin: (earlier: Announced | undefined, house: HouseState) => Promise<void>;
  readonly update: (house: HouseState) => void;
  readonly topics: () => readonly string[];
}

type Components = Readonly<Record<string, Platform>>;

const migrate = JSON.stringify({ migrate_discovery: true });

export function createAnnouncements(deps: AnnounceDeps): Announcements {
  const { announcer, publisher, prefix, style, spread } = deps;
  const record = announcer.topics.announced;
  /** Every component ever announced, by device, including removed ones. */
  const ever = new Map<string, Components>();
  let current: readonly string[] = [];

  const remember = ({ devices }: Announced) => {
    for (const [id, components] of Object.entries(devices)) ever.set(id, { ...ever.get(id), ...components });
  };

  const publish = (house: HouseState, put: (topic: string, payload: string) => void) => {
    const devices = toDevices(announcer, house);
    const announced = toAnnounced(devices, { style, prefix });
    const removed = (id: string): Components =>
      Object.fromEntries(
        Object.entries(ever.get(id) ?? {}).filter(([one]) => announced.devices[id]?.[one] === undefined),
      );
    const messages = toMessages(announcer, devices, { prefix, style, removed });
    for (const topic of current) if (!messages.has(topic)) publisher.retain(topic, '');
    for (const [topic, payload] of messages) put(topic, payload);
    current = [...messages.keys()];
    remember(announced);
    put(record, JSON.stringify(announced));
  };

  return {
    begin: async (earlier, house) => {
      const old = earlier === undefined ? [] : topicsOfAnnounced(earlier);
      const hasMoved = earlier !== undefined && (earlier.style !== style || earlier.prefix !== prefix);
      const clearOld = () => {
        for (const topic of old) if (!current.includes(topic)) publisher.retain(topic, '');
      };
      if (hasMoved) {
        // Home Assistant keeps an entity that moves to another topic only if a message on the old topic announces the
        // move.
        for (const topic of old) publisher.retain(topic, migrate);
        await publisher.drained();
        publish(house, publisher.retain);
        await publisher.drained();
      } else {
        if (earlier !== undefined) remember(earlier);
        publish(house, publisher.prepare);
        publisher.republish(spread, [...current, record]);
      }
      clearOld();
    },
    update: (house) => publish(house, publisher.retain),
    topics: () => [...current, record],
  };
}
