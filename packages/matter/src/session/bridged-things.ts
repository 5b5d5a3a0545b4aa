import { type Behavior, Endpoint } from '@matter/main';
import type { House } from '@plenum/client/house';
import type { Clock } from '@plenum/machine/clock';
import type { Log } from '@plenum/machine/quiet-log';
import { toPlainText } from '@plenum/protocol/text';
import { type HouseState, type Thing, thingsOf } from '@plenum/things';
import { type Act, refused, setControl, statusOf } from '../behaviour/controls.ts';
import { type AnyDeviceKind, type Make, type Of, type Shown, toOf } from '../device/device.ts';
import { deviceKindsOf } from '../device/devices.ts';
import { createWishes, type Wishes } from './wishes.ts';

export interface BridgedThingsDeps {
  readonly house: House;
  readonly state: () => HouseState;
  readonly aggregator: Endpoint;
  /** Whether garage doors are shown, and controllers may move them. */
  readonly allowGarage: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Asks for an update. */
  readonly onSettled: () => void;
}

/** One thing that is to be shown. */
interface Found {
  readonly id: string;
  readonly device: AnyDeviceKind;
  readonly thing: Thing;
  readonly of: Of<unknown>;
}

/** One thing that is shown. */
interface Entry {
  readonly make: Make;
  readonly wishes: Wishes;
  /** Undefined where it failed to start. */
  readonly endpoint: Endpoint | undefined;
  readonly parts: Readonly<Record<string, Endpoint>>;
  /** What is shown, as text. */
  shown: string;
}

/** The longest name and id of a bridged node (Matter 1.4 core, 9.13.5). */
const maxLabel = 32;

const idOf = ({ word }: AnyDeviceKind, { path }: Thing) =>
  (word === undefined ? path : `${word}/${path}`).replaceAll('/', '-');

const findDevices = (state: HouseState, kinds: readonly AnyDeviceKind[]): readonly Found[] =>
  kinds.flatMap((device) =>
    thingsOf([device.kind], state.datagrams).flatMap((thing) => {
      const of = toOf(device.kind, thing.source, state);
      return (device.isOffered?.(of) ?? true) ? [{ id: idOf(device, thing), device, thing, of }] : [];
    }),
  );

/** Every attribute of a thing that Plenum sets, with those of its parts. */
const toShown = ({ device, thing, of }: Found, house: House) => {
  const name = device.name?.(of) ?? of.text('name') ?? '';
  const isReachable = house.isReachable() && (device.isReachable?.(of) ?? true);
  return {
    own: {
      bridgedDeviceBasicInformation: {
        nodeLabel: toPlainText(name).trim().slice(0, maxLabel) || thing.path,
        reachable: isReachable,
      },
      ...device.show(of),
    } as Shown,
    parts: Object.fromEntries(
      Object.keys(device.make(of).parts).map((part) => [part, device.showPart!(part, of)]),
    ) as Readonly<Record<string, Shown>>,
  };
};

type Shower = Behavior & { show?: (values: object) => void; state: object };

/** Shows values at an endpoint, in one transaction, after those of controllers that are under way there. */
const show = (endpoint: Endpoint, shown: Shown) =>
  endpoint.act('show', async (agent) => {
    const clusters = agent as unknown as Readonly<Record<string, Shower>>;
    const { transaction } = agent.context;
    await transaction.addResources(...Object.keys(shown).map((cluster) => clusters[cluster]!));
    await transaction.begin();
    for (const [cluster, values] of Object.entries(shown)) {
      const behaviour = clusters[cluster]!;
      if (behaviour.show === undefined) Object.assign(behaviour.state, values);
      else behaviour.show(values);
    }
  });

/** The things of a house as endpoints of an aggregator. One that fails leaves the others as they are. */
export const createBridgedThings = (deps: BridgedThingsDeps) => {
  const { house, state, aggregator, allowGarage, clock, log, onSettled } = deps;
  const kinds = deviceKindsOf({ allowGarage });
  const entries = new Map<string, Entry>();
  /** Things as of the last update, by id. */
  let found = new Map<string, Found>();

  const controlOf =
    (id: string, wishes: Wishes) =>
    async ({ what, value, state: cluster }: Act) => {
      const { device, thing } = found.get(id)!;
      const of = toOf(device.kind, thing.source, state());
      const wanted = device.wishes?.[what]?.(value as never, of, cluster as never);
      if (wanted === undefined) return;
      if ('refused' in wanted) throw refused(String(wanted.refused), statusOf('not-available'));
      const outcome = await wishes.perform(wanted);
      if (outcome.ok) return;
      log.warn({ thing: thing.path }, `A Matter controller was refused: ${outcome.sentence}`);
      throw refused(outcome.sentence, statusOf(outcome.code));
    };

  const create = async (one: Found, wishes: Wishes): Promise<Pick<Entry, 'endpoint' | 'parts'>> => {
    const { id, device, thing, of } = one;
    const make = device.make(of);
    const { own, parts } = toShown(one, house);
    const ids = { uniqueId: `${house.uid}-${id}`, serialNumber: `${house.uid}/${thing.path}` };
    const values = {
      ...own,
      bridgedDeviceBasicInformation: { ...own.bridgedDeviceBasicInformation, ...ids },
    };
    const endpoint = new Endpoint(make.type, { id, ...values } as never);
    setControl(endpoint, {
      perform: controlOf(id, wishes),
      onWritten: () => {
        const entry = entries.get(id);
        if (entry !== undefined) entry.shown = '';
        onSettled();
      },
    });
    try {
      await aggregator.add(endpoint);
      const below: Record<string, Endpoint> = {};
      for (const [part, type] of Object.entries(make.parts)) {
        below[part] = new Endpoint(type, { id: part, ...parts[part] } as never);
        await endpoint.add(below[part]);
      }
      return { endpoint, parts: below };
    } catch (error) {
      await endpoint.close().catch(() => {});
      log.error({ err: error, thing: thing.path }, `${thing.path} cannot be shown over Matter; the rest is`);
      return { endpoint: undefined, parts: {} };
    }
  };

  const remove = async (id: string, { endpoint }: Entry) => {
    entries.delete(id);
    await endpoint?.delete().catch((error: unknown) => {
      log.error({ err: error, thing: id }, 'What is gone could not be taken back from Matter');
    });
  };

  const find = (id: string) => () => findDevices(state(), kinds).find((one) => one.id === id)?.thing;

  const update = async (one: Found) => {
    const { id, device, of, thing } = one;
    const make = device.make(of);
    let entry = entries.get(id);
    if (entry !== undefined && entry.make !== make) {
      await remove(id, entry);
      entry = undefined;
    }
    if (entry === undefined) {
      const wishes = createWishes({ house, state, clock, allowGarage, onSettled, find: find(id) });
      entry = { make, wishes, shown: '', ...(await create(one, wishes)) };
      entries.set(id, entry);
    }
    if (entry.endpoint === undefined || entry.wishes.isPending()) return;
    const { own, parts } = toShown(one, house);
    const text = JSON.stringify([own, parts]);
    if (entry.shown === text) return;
    try {
      await show(entry.endpoint, own);
      for (const [part, shown] of Object.entries(parts)) await show(entry.parts[part]!, shown);
      entry.shown = text;
    } catch (error) {
      log.warn({ err: error, thing: thing.path }, 'The state could not be shown over Matter');
    }
  };

  return {
    /** Shows the house as it is now; what is new begins, what is gone ends. */
    update: async (): Promise<void> => {
      found = new Map(findDevices(state(), kinds).map((one) => [one.id, one]));
      for (const [id, entry] of [...entries]) if (!found.has(id)) await remove(id, entry);
      for (const one of found.values()) await update(one);
    },
    /** The number of endpoints that started, and that failed. */
    count: () => {
      const all = [...entries.values()];
      const started = all.filter(({ endpoint }) => endpoint !== undefined).length;
      return { started, failed: all.length - started };
    },
  };
};
