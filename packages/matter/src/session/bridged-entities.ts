import { Endpoint } from '@matter/main';
import type { House } from '@plenum/client/house';
import { type Entity, entitiesOf, type HouseState } from '@plenum/entities';
import { delay, type Runtime } from '@plenum/platform';
import { createQuietWarning } from '@plenum/platform/quiet-log';
import { toPlainText } from '@plenum/protocol/text';
import { type Act, refused, setControl, statusOf } from '../behaviour/controls.ts';
import { type AnyDeviceKind, type Make, type Of, type Shown, toOf } from '../device/device.ts';
import { deviceKindsOf } from '../device/devices.ts';
import { isShown, show } from './endpoint-state.ts';
import { createRequests, type EntityRequests } from './requests.ts';

interface BridgedEntitiesDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly house: House;
  /** Returns the current state; the same object as long as nothing has changed. */
  readonly state: () => HouseState;
  readonly aggregator: Endpoint;
  /** True if garage doors are shown, and controllers may move them. */
  readonly allowGarage: boolean;
  /** Requests an update. */
  readonly onSettled: () => void;
}

/** An entity that should have an endpoint. */
interface Found {
  readonly id: string;
  readonly device: AnyDeviceKind;
  readonly entity: Entity;
  readonly of: Of<unknown>;
}

/** An entity that has an endpoint. */
interface Entry {
  readonly make: Make;
  readonly requests: EntityRequests;
  /** `undefined` if the endpoint failed to start. */
  readonly endpoint: Endpoint | undefined;
  readonly parts: Readonly<Record<string, Endpoint>>;
  /** The transaction that updates the endpoint, while it runs. */
  showing?: Promise<void> | undefined;
  /** Time of the next attempt to start the endpoint, and the values with which it failed. */
  readonly failure?: { readonly retryAt: number; readonly shown: string } | undefined;
}

/** Maximum length of the name and the id of a bridged node (Matter 1.4 core, 9.13.5). */
const maxLabel = 32;
/** Maximum time in ms that one slow endpoint delays the updates of others; writes by a controller take less. */
const showTimeout = 10_000;
/** Delay in ms before another attempt to start a failed endpoint with the same values. */
const retryAfter = 300_000;

const idOf = ({ word }: AnyDeviceKind, { path }: Entity) =>
  (word === undefined ? path : `${word}/${path}`).replaceAll('/', '-');

const findDevices = (state: HouseState, kinds: readonly AnyDeviceKind[]): readonly Found[] =>
  kinds.flatMap((device) =>
    entitiesOf([device.kind], state.datagrams).flatMap((entity) => {
      const of = toOf(device.kind, entity.source, state);
      return (device.isOffered?.(of) ?? true) ? [{ id: idOf(device, entity), device, entity, of }] : [];
    }),
  );

/** Returns all attributes of an entity that Plenum sets, including those of its child endpoints. */
const toShown = ({ device, entity, of }: Found, house: House) => {
  const name = device.name?.(of) ?? of.text('name') ?? '';
  const isReachable = house.isReachable() && (device.isReachable?.(of) ?? true);
  return {
    own: {
      bridgedDeviceBasicInformation: {
        nodeLabel: toPlainText(name).trim().slice(0, maxLabel) || entity.path,
        reachable: isReachable,
      },
      ...device.show(of),
    } as Shown,
    parts: Object.fromEntries(
      Object.keys(device.make(of).parts).map((part) => [part, device.showPart!(part, of)]),
    ) as Readonly<Record<string, Shown>>,
  };
};

/** Creates the endpoints of a house's entities in an aggregator. A failed endpoint does not affect the others. */
export function createBridgedEntities(deps: BridgedEntitiesDeps) {
  const { house, state, aggregator, allowGarage, clock, log, onSettled } = deps;
  const kinds = deviceKindsOf({ allowGarage });
  const warn = createQuietWarning(log, clock);
  const entries = new Map<string, Entry>();
  let seen: HouseState | undefined;
  let found: ReadonlyMap<string, Found> = new Map();

  /** Returns the current entities of the house by id. */
  const entities = () => {
    const now = state();
    if (now !== seen) found = new Map(findDevices(now, kinds).map((one) => [one.id, one]));
    seen = now;
    return found;
  };

  const controlOf =
    (id: string, requests: EntityRequests) =>
    async ({ what, value, state: cluster }: Act) => {
      const one = entities().get(id);
      if (one === undefined) throw refused(`${id} no longer exists.`, statusOf('unknown-path'));
      const { device, entity, of } = one;
      // `what` names the attribute or command, which determines the types of its value and its cluster.
      const wanted = device.requests?.[what]?.(value as never, of, cluster as never);
      if (wanted === undefined) return;
      if ('refused' in wanted) throw refused(String(wanted.refused), statusOf('not-available'));
      const result = await requests.perform(wanted);
      if (result.ok) return;
      log.warn({ entity: entity.path }, `A request of a Matter controller was refused: ${result.sentence}`);
      throw refused(result.sentence, statusOf(result.code));
    };

  const start = async (
    one: Found,
    requests: EntityRequests,
  ): Promise<Pick<Entry, 'endpoint' | 'parts' | 'failure'>> => {
    const { id, device, entity, of } = one;
    const make = device.make(of);
    const all = toShown(one, house);
    const { own, parts } = all;
    const ids = { uniqueId: `${house.uid}-${id}`, serialNumber: `${house.uid}/${entity.path}` };
    const values = {
      ...own,
      bridgedDeviceBasicInformation: { ...own.bridgedDeviceBasicInformation, ...ids },
    };
    const endpoint = new Endpoint(make.type, { id, ...values });
    setControl(endpoint, { perform: controlOf(id, requests), onWritten: onSettled });
    try {
      await aggregator.add(endpoint);
      const below: Record<string, Endpoint> = {};
      for (const [part, type] of Object.entries(make.parts)) {
        below[part] = new Endpoint(type, { id: part, ...parts[part] });
        await endpoint.add(below[part]);
      }
      return { endpoint, parts: below };
    } catch (error) {
      await endpoint.close().catch(() => {});
      log.error(
        { err: error, entity: entity.path },
        `${entity.path} cannot be shown over Matter; all other entities are`,
      );
      const failure = { retryAt: clock.now() + retryAfter, shown: JSON.stringify(all) };
      return { endpoint: undefined, parts: {}, failure };
    }
  };

  const remove = async (id: string, { endpoint }: Entry) => {
    entries.delete(id);
    await endpoint?.delete().catch((error: unknown) => {
      log.error(
        { err: error, entity: id },
        'An entity that no longer exists could not be removed from Matter',
      );
    });
  };

  /** True if an entity needs a different endpoint. */
  const isOutdated = ({ make, failure }: Entry, one: Found) =>
    make !== one.device.make(one.of) ||
    (failure !== undefined &&
      (clock.now() >= failure.retryAt || failure.shown !== JSON.stringify(toShown(one, house))));

  const openEntry = async (one: Found): Promise<Entry> => {
    const { id, device, of } = one;
    const old = entries.get(id);
    if (old !== undefined && !isOutdated(old, one)) return old;
    if (old !== undefined) await remove(id, old);
    const find = () => entities().get(id)?.entity;
    const requests = createRequests({ house, state, clock, allowGarage, warn, onSettled, find });
    const entry: Entry = { make: device.make(of), requests, ...(await start(one, requests)) };
    entries.set(id, entry);
    return entry;
  };

  /**
   * Returns the attributes to show for an entity; `undefined` while the house does not yet show what a controller
   * requested.
   */
  const readShown = (id: string, { make, requests }: Entry) => {
    const one = entities().get(id);
    const isSettled = one !== undefined && one.device.make(one.of) === make && !requests.isPending();
    return isSettled ? toShown(one, house) : undefined;
  };

  /** Updates the endpoints of an entity; the next update retries any failure. */
  const showEntry = async (id: string, entry: Entry) => {
    const shown = readShown(id, entry);
    if (entry.endpoint === undefined || entry.showing !== undefined || shown === undefined) return;
    const endpoints = [
      { endpoint: entry.endpoint, is: shown.own, read: () => readShown(id, entry)?.own },
      ...Object.entries(entry.parts).map(([part, endpoint]) => ({
        endpoint,
        is: shown.parts[part]!,
        read: () => readShown(id, entry)?.parts[part],
      })),
    ];
    const different = endpoints.filter(({ endpoint, is }) => !isShown(endpoint, is));
    if (different.length === 0) return;
    const showAll = async () => {
      for (const { endpoint, read } of different) await show(endpoint, read);
    };
    const stop = new AbortController();
    entry.showing = showAll()
      .catch((error: unknown) =>
        warn('The state could not be shown over Matter yet.', { err: error, entity: id }),
      )
      .finally(() => {
        entry.showing = undefined;
        stop.abort();
      });
    await Promise.race([entry.showing, delay(clock, showTimeout, stop.signal)]);
  };

  return {
    /**
     * Shows the current state of the house: starts endpoints of new entities, and closes those of entities that have
     * disappeared.
     */
    update: async (): Promise<void> => {
      const all = entities();
      for (const [id, entry] of [...entries]) if (!all.has(id)) await remove(id, entry);
      for (const one of all.values()) await showEntry(one.id, await openEntry(one));
    },
    /** Returns the number of endpoints that started, and of those that failed. */
    count: () => {
      const all = [...entries.values()];
      const started = all.filter(({ endpoint }) => endpoint !== undefined).length;
      return { started, failed: all.length - started };
    },
  };
}
