import { type Clock, createFairSemaphore, machineOf, type Release, type TokenBucket } from '@plenum/platform';
import { limits, showsKind } from '@plenum/protocol/cloud';
import { ok, type Result } from '@plenum/protocol/refusal';
import { readByBridge } from '../../fleet/component/read.ts';
import type { StoredComponent } from '../../fleet/component/types.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import type { Db } from '../../kernel/database/store.ts';
import { tooManyDiscovers, tooMuchRead } from './failures.ts';
import type { Caller } from './shape.ts';

/**
 * The components that an account can see, a few bridges at a time. The consumer requests more when it is ready to send
 * more.
 */
export type Discovered = AsyncIterable<readonly StoredComponent[]>;

/**
 * Handles Discover requests: one of an account at a time, the apps of an account in turn, and within the quota of the
 * account.
 */
export type Discover = (caller: Caller) => Promise<Result<Discovered, Failure>>;

interface DiscoverDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The quota of bytes that the apps of each account may read. */
  readonly read: TokenBucket;
}

/** Extra bytes per datagram in a response: its id, keys and punctuation. */
const overhead = 64;

/** Returns the size of components in a response, in bytes. */
export const sizeOf = (components: readonly { readonly datagram: string }[]): number =>
  components.reduce((sum, { datagram }) => sum + datagram.length + overhead, 0);

export function createDiscover({ db, clock, read }: DiscoverDeps): Discover {
  const turnsOfApps = createFairSemaphore(limits.discoversOfApp, { clock });
  const turnsOfAccounts = createFairSemaphore(limits.discovers, { clock });

  /** Waits for the request's turn within its app, then for the app's turn within its account. */
  const takeTurn = async ({ accountId, clientId }: Caller): Promise<Release | undefined> => {
    const ofApp = await turnsOfApps.acquire(`${accountId} ${clientId}`);
    if (typeof ofApp !== 'function') return undefined;
    const ofAccount = await turnsOfAccounts.acquire(accountId);
    if (typeof ofAccount === 'function')
      return () => {
        ofAccount();
        ofApp();
      };
    ofApp();
    return undefined;
  };

  async function* readAll({ accountId, scopes }: Caller, end: () => void): Discovered {
    try {
      read.spend(accountId, limits.read.least);
      for await (const components of readByBridge(db, { accountId, now: clock.now })) {
        const shown = components.filter(({ kind }) => showsKind(scopes, kind));
        read.spend(accountId, sizeOf(shown));
        yield shown;
      }
    } finally {
      end();
    }
  }

  return async (caller) => {
    const turn = await takeTurn(caller);
    if (turn === undefined) return tooManyDiscovers(limits.discovers.maxWait / 1_000);
    const wait = read.wait(caller.accountId);
    if (wait > 0) {
      turn();
      return tooMuchRead(wait);
    }
    // After this time the next request gets the turn, so that a slow client does not delay the other apps of its user.
    const cancel = machineOf(clock).after(limits.discovers.turn, turn);
    const end = () => {
      cancel();
      turn();
    };
    return ok(readAll(caller, end));
  };
}
