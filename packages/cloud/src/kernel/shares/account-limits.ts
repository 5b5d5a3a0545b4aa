import { accountShare } from '@plenum/protocol/cloud';
import type { Rate } from '../http/rate-limit.ts';

/** What one account may use of this node (`accountShare`). */
export interface AccountLimits {
  readonly maxBridges: number;
  /** Bytes of components that apps read of it. */
  readonly read: Rate;
}

const times = (count: number, { rate, burst }: Rate): Rate => ({ rate: count * rate, burst: count * burst });

/** The limits of an account that may have so many bridges. */
export const toAccountLimits = (maxBridges: number = accountShare.maxBridges): AccountLimits => ({
  maxBridges,
  read: times(maxBridges, accountShare.readPerBridge),
});
