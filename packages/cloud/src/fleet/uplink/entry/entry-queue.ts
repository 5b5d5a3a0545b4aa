import type { Duplex } from 'node:stream';
import {
  createFairSemaphore,
  type FairSemaphore,
  type Release,
  type Retry,
  type Runtime,
} from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../../kernel/quota/account-limits.ts';

/**
 * Queues of bridges waiting to be admitted, each with its HTTP upgrade request. Destroys the socket of a waiting bridge
 * that disconnects or sends data before its turn (RFC 6455, 4.1 forbids that), and pauses the socket at its turn.
 * Semaphores limit how many bridges enter at the same time; there are no batches.
 */
interface EntryQueue {
  /**
   * Returns the time after which a bridge should retry, if it would wait too long for its slot. Needs nothing but the
   * head of its request, because refusing a fleet that returns must cost far less than admitting it.
   */
  refuseLate(): Retry | undefined;
  /**
   * Waits until a token may be verified. Resolves to a function that ends the turn, or to the time after which the
   * bridge should retry.
   */
  waitForTurn(socket: Duplex): Promise<Release | Retry>;
  /**
   * Waits until a bridge may enter. Resolves to a function that ends the turn, or to the time after which the bridge
   * should retry. Accounts take turns. Each has a quota of slots, which shrinks if its bridges hold slots without
   * sending a snapshot.
   */
  waitForSlot(socket: Duplex, accountId: string): Promise<Release | Retry>;
  /** The time until the latest retry that a bridge was told, in ms; 0 if it has passed. */
  promised(): number;
}

/** A bridge that would wait longer than this for its slot is refused before its token is verified, in ms. */
const longestWait = limits.entering.maxWait / 2;

export interface EntryQueueDeps extends Pick<Runtime, 'clock' | 'elapsed'> {
  readonly accountLimits: Pick<AccountLimits, 'maxBridges' | 'maxEntering'>;
  /** Limits how many tokens are verified at the same time. */
  readonly semaphore?: Pick<FairSemaphore, 'acquire' | 'size'> | undefined;
}

export function createEntryQueue(deps: EntryQueueDeps): EntryQueue {
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
    refuseLate: () => entering.refuseLate(verifying.size(), longestWait),
    promised: entering.promised,
    waitForTurn: (socket) => waitFor(socket, verifying.acquire()),
    waitForSlot: (socket, accountId) => waitFor(socket, entering.acquire(accountId)),
  };
}
