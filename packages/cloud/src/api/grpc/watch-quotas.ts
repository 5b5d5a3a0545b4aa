import { accountQuota } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { tooManyCursors, tooManyStreams, tooManyStreamsOfAll } from '../third-party/failures.ts';
import type { Caller, RequestResult } from '../third-party/shape.ts';

/** The open streams of each account, and the cursors that they hold. */
export interface WatchQuotas {
  /** Counts a stream with so many bytes of cursors until disposed of; refuses one that is more than the share of its account. */
  open(caller: Caller, cursorBytes: number): RequestResult<Disposable>;
}

/** What the streams of one account hold. */
interface Held {
  readonly streams: Map<string, number>;
  count: number;
  cursorBytes: number;
}

export const createWatchQuotas = ({
  cursorBytes: maxCursorBytes,
}: Pick<AccountLimits, 'cursorBytes'>): WatchQuotas => {
  const { maxAppStreams, maxStreams } = accountQuota;
  const accounts = new Map<string, Held>();
  return {
    open: ({ accountId, clientId }, cursorBytes) => {
      const held = accounts.get(accountId) ?? { streams: new Map(), count: 0, cursorBytes: 0 };
      const ofApp = held.streams.get(clientId) ?? 0;
      if (ofApp >= maxAppStreams) return tooManyStreams(maxAppStreams);
      if (held.count >= maxStreams) return tooManyStreamsOfAll(maxStreams);
      if (held.cursorBytes + cursorBytes > maxCursorBytes) return tooManyCursors(maxCursorBytes);
      const add = (streams: number, bytes: number) => {
        held.count += streams;
        held.cursorBytes += bytes;
        const left = (held.streams.get(clientId) ?? 0) + streams;
        if (left === 0) held.streams.delete(clientId);
        else held.streams.set(clientId, left);
      };
      add(1, cursorBytes);
      accounts.set(accountId, held);
      const end = () => {
        add(-1, -cursorBytes);
        if (held.count === 0) accounts.delete(accountId);
      };
      return { ok: true, value: { [Symbol.dispose]: end } };
    },
  };
};
