import type { Clock } from '@plenum/platform';
import type { MannerName, Manners } from '@plenum/protocol/manners';

/** The manners of real devices that a bridge has at the moment; none by default. */
export interface BridgeManners {
  /** Those it has now: a stall or a restart that is over is left out. The same object while nothing changes. */
  current(): Manners;
  /** Replaces all of them; a stall or a restart among them begins now. */
  set(manners: Manners): void;
  /** Whether this request or command is one of the share that a manner affects. */
  affects(manner: MannerName): boolean;
  /** Milliseconds until a stall or restart is over; 0 where there is none. */
  silentFor(manner: 'stall' | 'restart'): number;
}

export interface MannersDeps {
  readonly clock: Clock;
  /** Gives 0 <= n < 1. */
  readonly random: () => number;
}

export const createManners = ({ clock, random }: MannersDeps, initial: Manners = {}): BridgeManners => {
  let manners = initial;
  let setAt = clock.now();
  const silentFor = (manner: 'stall' | 'restart') =>
    Math.max(0, setAt + (manners[manner] ?? 0) * 1000 - clock.now());
  const current = (): Manners => {
    for (const manner of ['stall', 'restart'] as const)
      if (manners[manner] !== undefined && silentFor(manner) === 0) {
        const { [manner]: _, ...others } = manners;
        manners = others;
      }
    return manners;
  };
  return {
    current,
    set: (next) => {
      manners = next;
      setAt = clock.now();
    },
    affects: (manner) => {
      const share = current()[manner];
      return typeof share === 'number' && random() < share;
    },
    silentFor,
  };
};
