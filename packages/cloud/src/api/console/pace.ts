import { type Clock, createTokenBucket, type Rate } from '@plenum/platform';
import { isRefused, refuseRequest } from '@plenum/protocol/console';

/** Limits expensive actions, per account and on this node. Beyond the limit they are refused with a code. */
export function createPace(
  code: 'too-many-resends' | 'too-many-exports',
  { rate, burst }: Rate,
  clock: Clock,
) {
  const limit = createTokenBucket({ rate, burst }, clock);
  return {
    [Symbol.dispose]: () => limit[Symbol.dispose](),
    /** Runs the action unless the account is over the limit. Refused actions do not count towards it. */
    limited: async <Result>(accountId: string, act: () => Promise<Result>) => {
      const { isAllowed, wait: seconds } = limit.take(accountId);
      if (!isAllowed) return refuseRequest(code, { facts: { most: burst, pause: 1 / rate, seconds } });
      const result = await act();
      if (isRefused(result)) limit.giveBack(accountId);
      return result;
    },
  };
}
