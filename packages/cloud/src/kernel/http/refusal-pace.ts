import { type Clock, createTokenBucket, machineOf, toClientNetwork } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';

/** Delays the refusals of a client that causes many, because a flood of refusals would keep a node busy. */
export interface RefusalPace extends Disposable {
  /** Resolves when a refusal may be sent to a client, known by any key. */
  pace(whose: string): Promise<void>;
  /** Resolves when a refusal may be sent to the network of an address. */
  paceAddress(address: string): Promise<void>;
}

export function createRefusalPace(clock: Clock): RefusalPace {
  const refusals = createTokenBucket(limits.quickRefusals, clock);
  const pace = async (whose: string): Promise<void> => {
    if (refusals.take(whose).isAllowed) return;
    await new Promise<void>((resolve) => machineOf(clock).after(limits.quickRefusals.delay, resolve));
  };
  return {
    pace,
    paceAddress: (address) => pace(toClientNetwork(address)),
    [Symbol.dispose]: () => refusals[Symbol.dispose](),
  };
}
