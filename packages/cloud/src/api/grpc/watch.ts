import { type Clock, every, machineOf } from '@plenum/platform';
import { showsKind } from '@plenum/protocol/cloud';
import type { ComponentKind } from '@plenum/protocol/component';
import { readNextEnd } from '../../fleet/bridge/access.ts';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import { type AccountChange, accountSubject } from '../../fleet/uplink/bus-subjects.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Store } from '../../kernel/database/store.ts';
import { invalidUser } from '../requests/failures.ts';
import type { Requests } from '../requests/requests.ts';
import type { Caller } from '../requests/shape.ts';
import { createSignal } from '../signal.ts';
import { type BridgeUpdate, readUpdates } from './updates.ts';

export interface WatchDeps {
  readonly requests: Requests;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}

/**
 * Intervals in ms: between checks of the token, between polls of the store, and from the last message to a keep-alive.
 */
const watchTimes = { token: 3_000, store: 15_000, keepAlive: 30_000 } as const;

/** Maximum number of changed bridges that are read individually. If more have changed, all bridges are read. */
const maxNamedBridges = 500;

/** A client of Watch. */
interface Watcher {
  readonly caller: Caller;
  readonly token: string;
  /** The cursor of each bridge, advanced by each update that is sent. */
  readonly cursors: Map<string, BridgeCursor>;
  /** Aborted when the client disconnects or the node stops. */
  readonly signal: AbortSignal;
}

/** An update, a keep-alive, or the failure that ends the stream. */
export type WatchEvent =
  | { readonly update: BridgeUpdate }
  | { readonly keepAlive: true }
  | { readonly failure: Failure };

/**
 * Streams the changes for a caller, one bridge after the other. The next bridge is read when the previous update has
 * been consumed, so a slow client costs no memory and receives the latest state. The bus announces changes, and polling
 * covers announcements that were lost. The stream ends when the token is no longer valid.
 */
export async function* watch(deps: WatchDeps, watcher: Watcher): AsyncGenerator<WatchEvent> {
  const { requests, store, bus, clock } = deps;
  const { caller, token, cursors, signal } = watcher;
  const wakeUp = createSignal();
  /** The bridges to read. `undefined` means all. */
  let due: Set<string> | undefined;
  const machine = machineOf(clock);
  let lastSentAt = machine.now();
  const viewer = () => ({ accountId: caller.accountId, now: clock.now() });
  let cancelEnd = () => {};
  const readAll = () => {
    due = undefined;
    wakeUp.notify();
  };
  const receive = (message: unknown) => {
    const { systemId } = message as AccountChange;
    if (systemId === undefined || due?.size === maxNamedBridges) return readAll();
    due?.add(systemId);
    wakeUp.notify();
  };

  /** Schedules a read of all bridges at the time when the caller loses access to a shared bridge. */
  const wakeAtEnd = async () => {
    const end = await readNextEnd(store.db, viewer());
    return end === undefined ? () => {} : clock.after(Math.max(0, end - clock.now()), readAll);
  };

  await using stack = new AsyncDisposableStack();
  stack.defer(await bus.subscribe(accountSubject(caller.accountId), receive));
  stack.defer(requests.onRevocation(wakeUp.notify));
  stack.defer(every(machine, watchTimes.token, wakeUp.notify));
  stack.defer(every(machine, watchTimes.store, readAll));
  stack.defer(clock.after(Math.max(0, caller.expiresAt - clock.now()), wakeUp.notify));
  stack.defer(() => cancelEnd());
  signal.addEventListener('abort', wakeUp.notify);
  stack.defer(() => signal.removeEventListener('abort', wakeUp.notify));

  while (!signal.aborted) {
    if ((await requests.identify(token)) === undefined) return yield { failure: invalidUser.refusal };
    if (due === undefined || due.size > 0) {
      const among = due;
      due = new Set();
      if (among === undefined) {
        cancelEnd();
        cancelEnd = await wakeAtEnd();
      }
      const shows = (kind: ComponentKind) => showsKind(caller.scopes, kind);
      for await (const update of readUpdates(store.db, { ...viewer(), cursors, among, shows })) {
        const isSent = update.snapshot || update.components.length > 0 || update.removed.length > 0;
        if (isSent) yield { update };
        if (signal.aborted) return;
        if (update.cursor === undefined) cursors.delete(update.systemId);
        else cursors.set(update.systemId, update.cursor);
        if (isSent) lastSentAt = machine.now();
      }
    } else if (machine.now() - lastSentAt >= watchTimes.keepAlive) {
      yield { keepAlive: true };
      lastSentAt = machine.now();
    }
    await wakeUp.wait();
  }
}
