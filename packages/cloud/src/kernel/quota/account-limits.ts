import type { Rate } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';

const times = (count: number, { rate, burst }: Rate): Rate => ({ rate: count * rate, burst: count * burst });

/** Returns the share of a node that an account with at most `maxBridges` bridges may use. */
export const toAccountLimits = (maxBridges: number = limits.bridges.most) => ({
  maxBridges,
  maxUnproven: maxBridges > limits.bridges.most ? maxBridges : limits.unprovenBridges.most,
  maxEntering: Math.max(
    1,
    Math.min(limits.entering.maxConcurrent, Math.ceil(limits.enteringOfUser.maxPerKey * maxBridges)),
  ),
  entries: times(maxBridges, limits.entries),
  frames: times(maxBridges, limits.frames),
  frameBytes: times(maxBridges, limits.frameBytes),
  events: times(maxBridges, limits.events),
  read: times(maxBridges, limits.read),
  controls: times(maxBridges, limits.controls),
  cursorBytes: maxBridges * limits.cursorBytes.maxPerKey,
});

export type AccountLimits = Readonly<ReturnType<typeof toAccountLimits>>;
