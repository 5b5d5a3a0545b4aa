import { type Clock, createTokenBucket, type TokenBucket } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';

type Sender = Pick<AdmittedBridge, 'systemId' | 'accountId'>;

/** Quotas for the messages of bridges to this node: frames and bytes, for each bridge and for each account. */
export interface UplinkQuotas extends Disposable {
  /** Counts a frame of `bytes` bytes. Returns the same delay that `wait` would. */
  spend(sender: Sender, bytes: number): number;
  /** Returns how long to stop reading from a bridge, ms; 0 if neither it nor its account is over its quota. */
  wait(sender: Sender): number;
  /** Quota for the events that the bridges of an account cause. */
  readonly events: Pick<TokenBucket, 'spend' | 'wait'>;
}

export function createUplinkQuotas(
  { frames, frameBytes, events: eventRate }: Pick<AccountLimits, 'frames' | 'frameBytes' | 'events'>,
  clock: Clock,
): UplinkQuotas {
  const events = createTokenBucket(eventRate, clock);
  const ofBridge = [limits.bridgeFrames, limits.bridgeBytes].map((rate) => createTokenBucket(rate, clock));
  const ofAccount = [frames, frameBytes].map((rate) => createTokenBucket(rate, clock));
  return {
    events,
    spend: ({ systemId, accountId }, bytes) => {
      const amounts = [1, bytes];
      return Math.max(
        ...ofBridge.map((bucket, which) => bucket.spend(systemId, amounts[which]!)),
        ...ofAccount.map((bucket, which) => bucket.spend(accountId, amounts[which]!)),
      );
    },
    wait: ({ systemId, accountId }) =>
      Math.max(
        ...ofBridge.map((bucket) => bucket.wait(systemId)),
        ...ofAccount.map((bucket) => bucket.wait(accountId)),
      ),
    [Symbol.dispose]: () => {
      for (const bucket of [events, ...ofBridge, ...ofAccount]) bucket[Symbol.dispose]();
    },
  };
}
