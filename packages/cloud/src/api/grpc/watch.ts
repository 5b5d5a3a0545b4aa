import { type Clock, every } from '@plenum/machine';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import { type AccountChange, accountSubject } from '../../fleet/uplink/messages.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createSignal } from '../../kernel/bus/signal.ts';
import type { Store } from '../../kernel/database/store.ts';
import { invalidUser } from '../dev/failures.ts';
import type { Requests } from '../dev/requests.ts';
import type { Caller } from '../dev/shape.ts';
import { type News, readNews } from './news.ts';

export interface WatchDeps {
  readonly requests: Requests;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
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
  readonly places: Map<string, BridgeCursor>;
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
export async function* watch(parts: WatchDeps, watcher: Watcher): AsyncGenerator<Told> {
  const { requests, store, bus, clock } = parts;
  const { caller, token, places, signal } = watcher;
  const alarm = createSignal();
  /** The bridges to look at; undefined: all. */
  let due: Set<string> | undefined;
  let toldAt = clock.now();
  const look = () => {
    due = undefined;
    alarm.notify();
  };
  const hear = (message: unknown) => {
    const { systemId } = message as AccountChange;
    if (systemId === undefined || due?.size === most) return look();
    due?.add(systemId);
    alarm.notify();
  };

  await using stack = new AsyncDisposableStack();
  stack.defer(await bus.subscribe(accountSubject(caller.accountId), hear));
  stack.defer(requests.onForgotten(alarm.notify));
  stack.defer(every(clock, watchTimes.token, alarm.notify));
  stack.defer(every(clock, watchTimes.store, look));
  stack.defer(clock.after(Math.max(0, caller.expiresAt - clock.now()), alarm.notify));
  signal.addEventListener('abort', alarm.notify);
  stack.defer(() => signal.removeEventListener('abort', alarm.notify));

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
        toldAt = clock.now();
      }
    } else if (clock.now() - toldAt >= watchTimes.life) {
      yield { alive: true };
      toldAt = clock.now();
    }
    await alarm.wait();
  }
}
