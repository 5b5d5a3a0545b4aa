import type { Duplex } from 'node:stream';
import type { Clock } from '@plenum/machine';
import { createSemaphore, type Release, type Semaphore } from '../../kernel/shares/semaphore.ts';

/** The queue of bridges that ask to be admitted, as requests to upgrade. */
export interface EntryQueue {
  /**
   * Resolves to what ends the turn when it is a bridge's turn, or to when it is to try again (ms). Destroys the socket if the
   * bridge disconnects meanwhile, or sends data before it is admitted, which RFC 6455, 4.1, does not allow; afterwards the
   * socket is paused.
   */
  waitForTurn(socket: Duplex): Promise<Release | { readonly retryAfter: number }>;
}

export interface EntryQueueDeps {
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
  readonly semaphore?: Semaphore | undefined;
}

/** Bridges admitted at a time: each sends a snapshot, and after a restart all of them connect at once. */
const maxEntering = 64;
/** The longest wait before a bridge gets a 503 with Retry-After (a bridge times out after 15 s), and the longest Retry-After; ms. */
const maxWait = 10_000;
const maxRetryAfter = 60_000;

export const createEntryQueue = ({ clock, elapsed, ...deps }: EntryQueueDeps): EntryQueue => {
  const limits = { maxConcurrent: maxEntering, maxWait, maxRetryAfter };
  const semaphore = deps.semaphore ?? createSemaphore({ ...limits, clock, elapsed });
  return {
    waitForTurn: async (socket) => {
      const drop = () => void socket.destroy();
      socket.on('data', drop).on('end', drop);
      const turn = await semaphore.acquire();
      socket.off('data', drop).off('end', drop).pause();
      if (typeof turn === 'function') socket.once('close', turn);
      return turn;
    },
  };
};
