import { type Clock, createFairSemaphore } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { tooManyCursors, tooManyStreams, tooManyStreamsOfAll } from '../third-party/failures.ts';
import type { Caller, RequestResult } from '../third-party/shape.ts';

/** Counts the open streams of each account and the bytes of their cursors. */
interface WatchQuotas {
  /**
   * Counts a stream and its cursor bytes until the stream is disposed of. Refuses a stream over the quota of its
   * account.
   */
  open(caller: Caller, cursorBytes: number): RequestResult<Disposable>;
}

export function createWatchQuotas(
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
      return { ok: true, value: acquired.move() };
    },
  };
}
