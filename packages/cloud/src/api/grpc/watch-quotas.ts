import { type Clock, createFairSemaphore } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { tooManyCursors, tooManyStreams, tooManyStreamsOfAll } from '../third-party/failures.ts';
import type { Caller, RequestResult } from '../third-party/shape.ts';

/** The open streams of each account, and the cursors that they hold. */
export interface WatchQuotas {
  /** Counts a stream and the bytes of its cursors until it is disposed of; refuses one beyond the share of its account. */
  open(caller: Caller, cursorBytes: number): RequestResult<Disposable>;
}

export const createWatchQuotas = (
  { cursorBytes: maxCursorBytes }: Pick<AccountLimits, 'cursorBytes'>,
  clock: Clock,
): WatchQuotas => {
  const ofApps = createFairSemaphore(limits.streamsOfApp, { clock });
  const ofAccounts = createFairSemaphore(limits.streams, { clock });
  const cursors = createFairSemaphore({ ...limits.cursorBytes, maxPerKey: maxCursorBytes }, { clock });
  return {
    open: ({ accountId, clientId }, cursorBytes) => {
      using acquired = new DisposableStack();
      /** Releases with the others, also if one of them is refused. */
      const hold = (release: (() => void) | undefined) =>
        release !== undefined && acquired.defer(release) === undefined;
      if (!hold(ofApps.tryAcquire(`${accountId} ${clientId}`)))
        return tooManyStreams(limits.streamsOfApp.maxPerKey);
      if (!hold(ofAccounts.tryAcquire(accountId))) return tooManyStreamsOfAll(limits.streams.maxPerKey);
      if (!hold(cursors.tryAcquire(accountId, cursorBytes))) return tooManyCursors(maxCursorBytes);
      return { ok: true, value: acquired.move() };
    },
  };
};
