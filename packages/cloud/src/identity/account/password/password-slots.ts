import { type Clock, createFairSemaphore, toClientNetwork } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';

/**
 * Limits how many passwords a node hashes at a time, because each takes a processor and 19 MiB for tens of
 * milliseconds. Addresses take turns.
 */
export interface PasswordSlots {
  /** Does work that hashes a password for an address, or refuses if too many already wait. */
  run<Value>(
    address: string,
    work: () => Promise<Result<Value, ConsoleRefusal>>,
  ): Promise<Result<Value, ConsoleRefusal>>;
}

export function createPasswordSlots(clock: Clock): PasswordSlots {
  const slots = createFairSemaphore(limits.passwordHashes, { clock });
  return {
    run: async (address, work) => {
      const slot = await slots.acquire(toClientNetwork(address));
      if (typeof slot !== 'function')
        return refuseRequest('too-many-guesses', {
          facts: { seconds: Math.max(1, Math.ceil(slot.retryAfter / 1000)) },
        });
      try {
        return await work();
      } finally {
        slot();
      }
    },
  };
}
