import type { KeptState } from './live-house.ts';

/** The last known state of a house, as this device keeps it. */
export interface KeptRecord extends KeptState {
  /** The account that saw it; undefined at a bridge. */
  readonly account: string | undefined;
}

/** The last known states that this device keeps, by system id; that of the bridge which served the page by `ofBridge`. */
export interface KeptStates {
  read(id: string): Promise<KeptRecord | undefined>;
  /** Keeps the state of a house; that of the house seen longest ago goes where there are too many. */
  write(id: string, house: KeptRecord): Promise<void>;
  remove(id: string): Promise<void>;
  list(): Promise<readonly (KeptRecord & { readonly id: string })[]>;
  /** Removes every house, or all but those of an account. Resolves when nothing of them is left. */
  wipe(except?: string): Promise<void>;
}

/** The id of the house whose own bridge served the page. */
export const ofBridge = 'bridge';

/** How many houses are kept, and how large one may be (characters of JSON). */
export const keptLimits = { houses: 20, size: 2_000_000 } as const;

const cacheName = 'plenum-houses';
const prefix = 'kept-house/';

/** Kept houses in the storage that a service worker has too. Browsers have it only over HTTPS and on localhost. */
export const openKeptStates = (storage: CacheStorage | undefined, base: string): KeptStates => {
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: what is being written when everything is wiped must not come after. */
  const inTurn = async <T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> => {
    const result = last.then(async () =>
      storage === undefined ? otherwise : work(await storage.open(cacheName)),
    );
    last = result.catch(() => undefined);
    // A full or forbidden storage keeps nothing; the page works as before.
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
};
