import { type CloudTokens, connectCloud } from '@plenum/client';
import type { Device } from './judge.ts';

/** A stream of all changes that an app of a person receives, with the client for Node. */
export interface Follower extends AsyncDisposable {
  /** The components received so far, as the app shows them. */
  components(): readonly Device[];
  /** Number of times that the stream broke. */
  readonly breaks: number;
  /** The error with which the stream ended for good. */
  readonly failure: Error | undefined;
}

export function startFollower(url: string, clientId: string, tokens: CloudTokens): Follower {
  const stop = new AbortController();
  const houses = new Map<string, Map<string, Device>>();
  let breaks = 0;
  let failure: Error | undefined;
  const client = connectCloud({ url, tokens, app: { clientId } });
  const follow = async () => {
    const watching = client.watch({ signal: stop.signal, onBreak: () => void breaks++ });
    for await (const { systemId, snapshot, components, removed } of watching) {
      const house = (!snapshot && houses.get(systemId)) || new Map<string, Device>();
      for (const one of components) house.set(one.componentId, one);
      for (const id of removed) house.delete(id);
      houses.set(systemId, house);
    }
  };
  const following = follow().catch((error: Error) => {
    if (!stop.signal.aborted) failure = error;
  });
  return {
    components: () => [...houses.values()].flatMap((house) => [...house.values()]),
    get breaks() {
      return breaks;
    },
    get failure() {
      return failure;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await following;
    },
  };
}
