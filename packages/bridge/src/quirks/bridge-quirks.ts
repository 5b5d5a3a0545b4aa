import type { Runtime } from '@plenum/platform';
import type { QuirkName, Quirks } from '@plenum/protocol/quirks';

/** The quirks of real devices that a bridge currently has; none by default. */
export interface BridgeQuirks {
  /**
   * Returns the current quirks, without a stall or a restart that is over. Returns the same object until they change.
   */
  current(): Quirks;
  /** Replaces all quirks; a stall or a restart among them begins immediately. */
  set(quirks: Quirks): void;
  /** True if this request or command is among the share that a quirk affects. */
  affects(quirk: QuirkName): boolean;
  /** Returns the remaining time of a stall or restart, in ms; 0 if there is none. */
  silentFor(quirk: 'stall' | 'restart'): number;
}

interface QuirksDeps extends Pick<Runtime, 'clock' | 'random'> {}

export function createQuirks({ clock, random }: QuirksDeps, initial: Quirks = {}): BridgeQuirks {
  let quirks = initial;
  let setAt = clock.now();
  const silentFor = (quirk: 'stall' | 'restart') =>
    Math.max(0, setAt + (quirks[quirk] ?? 0) * 1000 - clock.now());
  const current = (): Quirks => {
    for (const quirk of ['stall', 'restart'] as const)
      if (quirks[quirk] !== undefined && silentFor(quirk) === 0) {
        const { [quirk]: _, ...others } = quirks;
        quirks = others;
      }
    return quirks;
  };
  return {
    current,
    set: (next) => {
      quirks = next;
      setAt = clock.now();
    },
    affects: (quirk) => {
      const share = current()[quirk];
      return typeof share === 'number' && random() < share;
    },
    silentFor,
  };
}
