import { every, type Wall } from '@plenum/machine';
import { createAlarm } from '../bus/alarm.ts';
import type { Bus } from '../bus/bus.ts';
import type { Place } from '../component/place.ts';
import { invalidUser } from '../request/failures.ts';
import type { Requests } from '../request/requests.ts';
import type { Caller, Failure } from '../request/shape.ts';
import type { Store } from '../store/store.ts';
import { type AccountNews, accountSubject } from '../uplink/answer.ts';
import { type News, readNews } from './news.ts';

export interface WatchParts {
  readonly requests: Requests;
  readonly store: Store;
  readonly bus: Bus;
  readonly wall: Wall;
}

/** Milliseconds between looks at the token, between looks at the store unasked, and of silence before a sign of life. */
export const watchTimes = { token: 3_000, store: 15_000, life: 30_000 } as const;

/** So many bridges that changed are asked for by name; of more, all are. */
const most = 500;

/** One who watches. */
export interface Watcher {
  readonly caller: Caller;
  readonly token: string;
  /** How far they have come with each bridge; kept as they are told. */
  readonly places: Map<string, Place>;
  /** Aborted when nobody listens any more, or the node stops. */
  readonly signal: AbortSignal;
}

/** Something to tell, a sign of life, or why there is nothing more to come. */
export type Told = { readonly news: News } | { readonly alive: true } | { readonly failure: Failure };

/**
 * What changes for a caller, told one after the other: the next bridge is read from the store when the last was taken. So a
 * slow reader costs no memory, and hears the latest state of what changed meanwhile. Changes are heard of over the bus,
 * and looked for now and then in case it lost one. Ends when the token is no longer valid.
 */
export async function* watch(parts: WatchParts, watcher: Watcher): AsyncGenerator<Told> {
  const { requests, store, bus, wall } = parts;
  const { caller, token, places, signal } = watcher;
  const alarm = createAlarm();
  /** The bridges to look at; undefined: all. */
  let due: Set<string> | undefined;
  let toldAt = wall.now();
  const look = () => {
    due = undefined;
    alarm.ring();
  };
  const hear = (message: unknown) => {
    const { systemId } = message as AccountNews;
    if (systemId === undefined || due?.size === most) return look();
    due?.add(systemId);
    alarm.ring();
  };

  await using stack = new AsyncDisposableStack();
  stack.defer(await bus.subscribe(accountSubject(caller.accountId), hear));
  stack.defer(requests.onForgotten(alarm.ring));
  stack.defer(every(wall, watchTimes.token, alarm.ring));
  stack.defer(every(wall, watchTimes.store, look));
  stack.defer(wall.after(Math.max(0, caller.expiresAt - wall.now()), alarm.ring));
  signal.addEventListener('abort', alarm.ring);
  stack.defer(() => signal.removeEventListener('abort', alarm.ring));

  while (!signal.aborted) {
    if ((await requests.identify(token)) === undefined) return yield { failure: invalidUser };
    if (due === undefined || due.size > 0) {
      const among = due;
      due = new Set();
      for await (const news of readNews(store.db, { accountId: caller.accountId, places, among })) {
        yield { news };
        if (signal.aborted) return;
        if (news.place === undefined) places.delete(news.systemId);
        else places.set(news.systemId, news.place);
        toldAt = wall.now();
      }
    } else if (wall.now() - toldAt >= watchTimes.life) {
      yield { alive: true };
      toldAt = wall.now();
    }
    await alarm.wait();
  }
}
