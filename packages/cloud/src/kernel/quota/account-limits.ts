import type { Rate } from '@plenum/platform';
import { accountQuota } from '@plenum/protocol/cloud';

/** What one account may use of this node (`accountQuota`). */
export interface AccountLimits {
  readonly maxBridges: number;
  /** Bridges of it that have not connected since they were paired. */
  readonly maxUnproven: number;
  /** Bridges that connect at a time. */
  readonly maxEntering: number;
  /** Attempts of its bridges to connect. */
  readonly entries: Rate;
  /** What its bridges send together: frames, and bytes of them. */
  readonly frames: Rate;
  readonly frameBytes: Rate;
  /** Events for endpoints that its bridges cause. */
  readonly events: Rate;
  /** Bytes of components that apps read of it. */
  readonly read: Rate;
  /** Controls of its apps. */
  readonly controls: Rate;
  /** Bytes of the cursors that its streams of Watch begin with. */
  readonly cursorBytes: number;
}

const times = (count: number, { rate, burst }: Rate): Rate => ({ rate: count * rate, burst: count * burst });

/** The limits of an account that may have so many bridges. */
export const toAccountLimits = (maxBridges: number = accountQuota.maxBridges): AccountLimits => ({
  maxBridges,
  maxUnproven: maxBridges > accountQuota.maxBridges ? maxBridges : accountQuota.maxUnproven,
  maxEntering: Math.max(1, Math.min(accountQuota.maxEntering, accountQuota.enteringPerBridge * maxBridges)),
  entries: times(maxBridges, accountQuota.entriesPerBridge),
  frames: times(maxBridges, accountQuota.framesPerBridge),
  frameBytes: times(maxBridges, accountQuota.bytesPerBridge),
  events: times(maxBridges, accountQuota.eventsPerBridge),
  read: times(maxBridges, accountQuota.readPerBridge),
  controls: times(maxBridges, accountQuota.controlsPerBridge),
  cursorBytes: maxBridges * accountQuota.cursorBytesPerBridge,
});
