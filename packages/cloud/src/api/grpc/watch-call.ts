import { createContextKey, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import type { ClimateCloud } from '@plenum/contracts/grpc';
import { type Clock, createFairSemaphore, machineOf } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { FoundComponent } from '../../fleet/component/types.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { sizeOf } from '../requests/discover.ts';
import { tooManyCursors, tooManyStreams, tooManyStreamsOfAll, tooMuchRead } from '../requests/failures.ts';
import type { Caller } from '../requests/shape.ts';
import type { Calls, RequestMessage } from './calls.ts';
import { readCursors, toCursor } from './cursor.ts';
import { stopping } from './refusals.ts';
import { type WatchDeps, type WatchEvent, watch } from './watch.ts';

/** Cancels a call whose client does not read. */
export const cancelCall = createContextKey<() => void>(() => {});

/** Time a client has to read one message, in ms. */
const writeTimeout = 60_000;

export const toComponent = ({ componentId, datagram }: FoundComponent) => ({ componentId, datagram });

const toMessage = ({ requestId }: RequestMessage, event: Exclude<WatchEvent, { failure: Failure }>) => {
  if ('keepAlive' in event) return { requestId };
  const { systemId, snapshot, components, removed, cursor } = event.update;
  return {
    requestId,
    systemId,
    snapshot,
    components: components.map(toComponent),
    removed: [...removed],
    cursor: cursor === undefined ? '' : toCursor(systemId, cursor),
  };
};

/** Implements the Watch call, which streams the changes for a caller. */
export function createWatchCall(deps: WatchDeps, calls: Calls): ServiceImpl<typeof ClimateCloud>['watch'] {
  const { read, accountLimits } = deps.requests;
  const shares = createWatchQuotas(accountLimits, deps.clock);
  return async function* (message, context: HandlerContext) {
    const caller = await calls.admit(message, 'Watch', context);
    calls.check(message, { requestType: 'Discover' });
    const wait = read.wait(caller.accountId);
    if (wait > 0) return calls.fail(message, tooMuchRead(wait).refusal);
    const cursorBytes = message.cursors.join('').length;
    read.spend(caller.accountId, limits.read.least + cursorBytes);
    // Reserved before the cursors are parsed, because parsing many cursors takes long.
    const opened = shares.open(caller, cursorBytes);
    if (!opened.ok) return calls.fail(message, opened.refusal);
    using _stream = opened.value;
    const cursors = readCursors(message.cursors);
    if (!cursors.ok) return calls.fail(message, cursors.refusal);
    calls.succeed(message);
    const { signal } = context;
    const events = watch(deps, { caller, token: message.accessToken, cursors: cursors.value, signal });
    const next = () => calls.guard(message, () => events.next());
    let cancel = () => {};
    try {
      for (let event = await next(); !event.done; event = await next()) {
        if ('failure' in event.value) return calls.fail(message, event.value.failure);
        if ('update' in event.value) read.spend(caller.accountId, sizeOf(event.value.update.components));
        cancel = machineOf(deps.clock).after(writeTimeout, context.values.get(cancelCall));
        yield toMessage(message, event.value);
        cancel();
      }
    } finally {
      cancel();
      await events.return(undefined);
    }
    if (signal.reason === stopping) throw stopping;
  };
}

/** Counts the open streams of each account and the bytes of their cursors. */
interface WatchQuotas {
  /**
   * Counts a stream and its cursor bytes until the stream is disposed of. Refuses a stream over the quota of its
   * account.
   */
  open(caller: Caller, cursorBytes: number): Result<Disposable, Failure>;
}

function createWatchQuotas(
  { cursorBytes: maxCursorBytes }: Pick<AccountLimits, 'cursorBytes'>,
  clock: Clock,
): WatchQuotas {
  const ofApps = createFairSemaphore(limits.streamsOfApp, { clock });
  const ofAccounts = createFairSemaphore(limits.streams, { clock });
  const cursors = createFairSemaphore({ ...limits.cursorBytes, maxPerKey: maxCursorBytes }, { clock });
  return {
    open: ({ accountId, clientId }, cursorBytes) => {
      using acquired = new DisposableStack();
      /** Holds a slot until the stream is disposed of, or until a later quota refuses the stream. */
      const hold = (release: (() => void) | undefined) =>
        release !== undefined && acquired.defer(release) === undefined;
      if (!hold(ofApps.tryAcquire(`${accountId} ${clientId}`)))
        return tooManyStreams(limits.streamsOfApp.maxPerKey);
      if (!hold(ofAccounts.tryAcquire(accountId))) return tooManyStreamsOfAll(limits.streams.maxPerKey);
      if (!hold(cursors.tryAcquire(accountId, cursorBytes))) return tooManyCursors(maxCursorBytes);
      return ok(acquired.move());
    },
  };
}
