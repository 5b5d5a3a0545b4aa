import type { Duplex } from 'node:stream';
import {
  type Clock,
  createFairSemaphore,
  type FairSemaphore,
  type Release,
  type Retry,
} from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../../kernel/quota/account-limits.ts';

/**
 * The queues of bridges that ask to be admitted, as requests to upgrade. While a bridge waits, its socket is destroyed if it
 * disconnects, or sends data before it is admitted, which RFC 6455, 4.1, does not allow; afterwards the socket is paused. It limits
 * how many bridges enter at the same time, by semaphores, and batches nothing.
 */
export interface EntryQueue {
  /** Resolves to what ends the turn when a token is to be verified, or to when its bridge is to try again. */
  waitForTurn(socket: Duplex): Promise<Release | Retry>;
  /**
   * Resolves to what ends the turn when a bridge may enter, or to when it is to try again. Accounts are served in turn, and
   * each has a share of the places, which shrinks where bridges hold them and send no snapshot.
   */
  waitForPlace(socket: Duplex, accountId: string): Promise<Release | Retry>;
}

export interface EntryQueueDeps {
  readonly accountLimits: Pick<AccountLimits, 'maxBridges' | 'maxEntering'>;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
  /** Of tokens to verify. */
  readonly semaphore?: Pick<FairSemaphore, 'acquire'> | undefined;
}

export const createEntryQueue = (deps: EntryQueueDeps): EntryQueue => {
  const { accountLimits, clock, elapsed } = deps;
  const { most: maxRetryAfter } = limits.enteringRetry;
  const verifying =
    deps.semaphore ?? createFairSemaphore({ ...limits.verifying, maxRetryAfter }, { clock, elapsed });
  const maxWaiting = accountLimits.maxBridges * limits.enteringOfUser.maxWaiting;
  const ofAccount = { maxPerKey: accountLimits.maxEntering, maxWaiting };
  const entering = createFairSemaphore(
    { ...limits.entering, ...ofAccount, maxRetryAfter },
    { clock, elapsed },
  );
  const waitFor = async (socket: Duplex, acquired: Promise<Release | Retry>): Promise<Release | Retry> => {
    const drop = () => void socket.destroy();
    socket.on('data', drop).on('end', drop).resume();
    const turn = await acquired;
    socket.off('data', drop).off('end', drop).pause();
    return turn;
  };
  return {
    waitForTurn: (socket) => waitFor(socket, verifying.acquire()),
    waitForPlace: (socket, accountId) => waitFor(socket, entering.acquire(accountId)),
  };
};
