import type { Clock } from '@plenum/platform';
import { accountQuota } from '@plenum/protocol/cloud';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { type Budget, createBudget } from '../../kernel/quota/budget.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';

type Sender = Pick<AdmittedBridge, 'systemId' | 'accountId'>;

/** What bridges send to this node: frames and bytes, of each bridge and of each account. */
export interface UplinkQuotas extends Disposable {
  /** Counts a frame of so many bytes; returns `wait`. */
  spend(sender: Sender, bytes: number): number;
  /** How long nothing is to be read from a bridge, ms; 0 where neither it nor its account has sent too much. */
  wait(sender: Sender): number;
  /** The events that the bridges of an account cause. */
  readonly events: Pick<Budget, 'spend' | 'wait'>;
}

export const createUplinkQuotas = (
  { frames, frameBytes, events: eventRate }: Pick<AccountLimits, 'frames' | 'frameBytes' | 'events'>,
  clock: Clock,
): UplinkQuotas => {
  const ofBridge = {
    frames: createBudget(accountQuota.bridgeFrames, clock),
    bytes: createBudget(accountQuota.bridgeBytes, clock),
  };
  const ofAccount = { frames: createBudget(frames, clock), bytes: createBudget(frameBytes, clock) };
  const events = createBudget(eventRate, clock);
  return {
    events,
    spend: ({ systemId, accountId }, bytes) =>
      Math.max(
        ofBridge.frames.spend(systemId, 1),
        ofBridge.bytes.spend(systemId, bytes),
        ofAccount.frames.spend(accountId, 1),
        ofAccount.bytes.spend(accountId, bytes),
      ),
    wait: ({ systemId, accountId }) =>
      Math.max(
        ofBridge.frames.wait(systemId),
        ofBridge.bytes.wait(systemId),
        ofAccount.frames.wait(accountId),
        ofAccount.bytes.wait(accountId),
      ),
    [Symbol.dispose]: () => {
      events[Symbol.dispose]();
      for (const { frames: ofFrames, bytes } of [ofBridge, ofAccount]) {
        ofFrames[Symbol.dispose]();
        bytes[Symbol.dispose]();
      }
    },
  };
};
