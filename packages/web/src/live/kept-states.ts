import type { KeptState } from './live-house.ts';

/** The last known state of a house, as stored on this device. */
interface KeptRecord extends KeptState {
  /** The account that saw the house; `undefined` on the page of a bridge. */
  readonly account: string | undefined;
}

/**
 * The last known states on this device, by system id. The house of the bridge that served the page has the id
 * `ofBridge`.
 */
export interface KeptStates {
  read(id: string): Promise<KeptRecord | undefined>;
  /** Stores the state of a house. If there are too many houses, removes the one that was seen longest ago. */
  write(id: string, house: KeptRecord): Promise<void>;
  remove(id: string): Promise<void>;
  list(): Promise<readonly (KeptRecord & { readonly id: string })[]>;
  /** Removes all houses, or all except those of an account. Resolves once they are removed. */
  wipe(except?: string): Promise<void>;
}

/** The id for the house of the bridge that served the page. */
export const ofBridge = 'bridge';

/** Maximum number of stored houses, and maximum size of one, in characters of JSON. */
export const keptLimits = { houses: 20, size: 2_000_000 } as const;

const cacheName = 'plenum-houses';
const prefix = 'kept-house/';

/** Opens a storage that a service worker can also read. Browsers provide it only over HTTPS and on localhost. */
export function openKeptStates(storage: CacheStorage | undefined, base: string): KeptStates {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one task after another, so that a write cannot finish after a later removal of all houses. */
  const inTurn = async <T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> => {
    const result = last.then(async () =>
      storage === undefined ? otherwise : work(await storage.open(cacheName)),
    );
    last = result.catch(() => undefined);
    // If the storage is full or forbidden, nothing is stored, and the page still works.
    return result.catch(() => otherwise);
  };
  const toUrl = (id: string) => new URL(`${prefix}${encodeURIComponent(id)}`, base).href;
  const toId = (url: string) => decodeURIComponent(url.slice(new URL(prefix, base).href.length));
  const parse = async (answer: Response) => (await answer.json()) as KeptRecord;
  const readAll = async (cache: Cache) =>
    Promise.all(
      (await cache.keys()).map(async ({ url }) => ({
        id: toId(url),
        ...(await parse((await cache.match(url))!)),
      })),
    );
  const remove = async (cache: Cache, ids: readonly { readonly id: string }[]) => {
    await Promise.all(ids.map(({ id }) => cache.delete(toUrl(id))));
  };
  return {
    read: (id) =>
      inTurn(async (cache) => {
        const answer = await cache.match(toUrl(id));
        return answer && parse(answer);
      }, undefined),
    write: (id, house) =>
      inTurn(async (cache) => {
        const json = JSON.stringify(house);
        if (json.length > keptLimits.size) return;
        await cache.put(toUrl(id), new Response(json, { headers: { 'Content-Type': 'application/json' } }));
        const newestFirst = (await readAll(cache)).toSorted((a, b) => b.keptAt - a.keptAt);
        await remove(cache, newestFirst.slice(keptLimits.houses));
      }, undefined),
    remove: (id) => inTurn((cache) => remove(cache, [{ id }]), undefined),
    list: () => inTurn(readAll, []),
    wipe: (except) =>
      inTurn(async (cache) => {
        if (except === undefined) await storage!.delete(cacheName);
        else
          await remove(
            cache,
            (await readAll(cache)).filter(({ account }) => account !== except),
          );
      }, undefined),
  };
}
