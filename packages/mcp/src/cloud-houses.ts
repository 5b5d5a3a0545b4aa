import {
  type CloudClient,
  CloudError,
  type CloudOptions,
  connectCloud,
  toHistoryQuery,
} from '@plenum/client';
import { explain, toAnswer } from '@plenum/insight/explain';
import { addresseesOf, type CloudComponent, isOverCloud } from '@plenum/protocol/cloud';
import {
  type ComponentRef,
  type Datagrams,
  fromComponentId,
  indexOf,
  nothingInstalled,
  toComponentId,
} from '@plenum/protocol/component';
import { refuse, toSentence } from '@plenum/protocol/refusal';
import type { AssistedHouse, AssistedHouses } from './house.ts';
import { refused } from './refused.ts';

type AnyDatagram = Datagrams[keyof Datagrams][number];

/** Replaces the datagram of a component, or adds it to its kind in order of index. */
const withDatagram = (
  datagrams: Datagrams,
  { kind, index }: ComponentRef,
  datagram: AnyDatagram,
): Datagrams => {
  const others = (datagrams[kind] as readonly AnyDatagram[]).filter((each) => indexOf(kind, each) !== index);
  const all = [...others, datagram].sort((one, other) => indexOf(kind, one) - indexOf(kind, other));
  return { ...datagrams, [kind]: all };
};

/** Returns the datagrams of every house among the components of an account, by system id. */
const toHouses = (components: readonly CloudComponent[]): ReadonlyMap<string, Datagrams> => {
  const houses = new Map<string, Datagrams>();
  for (const { componentId, datagram } of components) {
    const ref = fromComponentId(componentId);
    // A newer cloud may have kinds of components that this release does not support.
    if (ref === undefined) continue;
    const before = houses.get(ref.systemId) ?? nothingInstalled;
    houses.set(ref.systemId, withDatagram(before, ref, datagram as AnyDatagram));
  }
  return houses;
};

/** Returns the name that a house shows on its controller. */
const nameOf = ({ unit, power, irrigation, lighting }: Datagrams): string =>
  [...unit, ...power, ...irrigation, ...lighting]
    .map(({ Tag1 }) => (Tag1 ?? '').trim())
    .find((name) => name !== '') ?? '';

/** True if the app may not read explanations, or the bridge has none. */
const isNotExplained = (error: unknown): boolean =>
  error instanceof CloudError && (error.status === 403 || error.status === 501);

/** One house of an account in its last known state. After each command, the changed components are read again. */
const createCloudHouse = (cloud: CloudClient, systemId: string, found: Datagrams): AssistedHouse => {
  let datagrams = found;
  return {
    datagrams: async () => datagrams,
    command: async (command) => {
      const idOf = (ref: ComponentRef) => toComponentId(systemId, ref);
      const addressees = addresseesOf(command).filter((ref) => idOf(ref) !== undefined);
      if (!isOverCloud(command) || addressees.length === 0)
        throw refused(toSentence(refuse('local-only', { input: command.name }).refusal));
      await cloud.control(idOf(addressees[0]!)!, { [command.name]: command.body });
      for (const ref of addressees) {
        const { datagram } = await cloud.query(idOf(ref)!);
        datagrams = withDatagram(datagrams, ref, datagram as AnyDatagram);
      }
    },
    explain: async (ref) => {
      const component = ref.kind === 'unit' ? 'unit' : `${ref.kind}.${ref.index}`;
      try {
        return await cloud.readHouse(systemId, '/explain', { component });
      } catch (error) {
        if (!isNotExplained(error)) throw error;
        const byItself = explain(ref, datagrams);
        if (byItself === undefined) throw error;
        return toAnswer(byItself, { at: Date.now(), timeZone: 'UTC' });
      }
    },
    automation: () => cloud.readHouse(systemId, '/automation'),
    comfort: () => cloud.readHouse(systemId, '/comfort'),
    series: async () => (await cloud.readHouse(systemId, '/history/series')).series,
    history: (options) => cloud.readHouse(systemId, '/history', toHistoryQuery(options)),
  };
};

/** Connects to the houses that an account shares with an app; nothing is sent before the first tool is used. */
export function connectAssistedCloud(options: CloudOptions): AssistedHouses {
  const cloud = connectCloud(options);
  return {
    areNamed: true,
    open: async () => {
      const { components } = await cloud.discover();
      return Array.from(toHouses(components), ([id, datagrams]) => ({
        id,
        name: nameOf(datagrams),
        house: createCloudHouse(cloud, id, datagrams),
      }));
    },
    [Symbol.dispose]: () => {},
  };
}
