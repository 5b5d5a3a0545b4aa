import { type Cancel, type Clock, every } from '../clock/clock.ts';

/** The allowed amount for a key, in any unit. */
export interface Rate {
  /** Per second, on average. */
  readonly rate: number;
  /** Maximum at one time. */
  readonly burst: number;
}

/** The remaining allowance of a key after a request. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly left: number;
  /** Seconds until a request is allowed again; at least 1 if this request was refused. */
  readonly wait: number;
  /** Seconds until the bucket is full again. */
  readonly full: number;
}

/**
 * A bucket for each key, which contains up to `burst` and refills by `rate` per second. Each process has its own
 * buckets.
 */
export interface TokenBucket extends Disposable {
  /** Uses 1 if the bucket contains at least 1. */
  take(key: string): Allowance;
  /** Returns the result that `take` would return, without using anything. */
  look(key: string): Allowance;
  /** Returns 1 to the bucket, for a request that should not count after all. */
  giveBack(key: string): void;
  /**
   * Uses an amount that is known only afterwards. If it exceeds the content of the bucket, the bucket is overdrawn and
   * has to recover. Returns `wait`.
   */
  spend(key: string, amount: number): number;
  /** Returns the time until the bucket of a key is no longer overdrawn, in ms; 0 if it is not. */
  wait(key: string): number;
  /** The number of buckets that are not full. */
  size(): number;
}

export function createTokenBucket({ rate, burst }: Rate, clock: Clock): TokenBucket {
  const buckets = new Map<string, { readonly level: number; readonly at: number }>();
  /** Ends the regular search for full buckets, which are not stored. */
  let cancel: Cancel | undefined;

  const levelOf = (key: string): number => {
    const now = clock.now();
    const { level, at } = buckets.get(key) ?? { level: burst, at: now };
    return Math.min(burst, level + (Math.max(0, now - at) * rate) / 1_000);
  };
  const setLevel = (key: string, level: number) => {
    if (level >= burst) return void buckets.delete(key);
    buckets.set(key, { level, at: clock.now() });
    cancel ??= every(clock, Math.ceil((burst / rate) * 1_000), dropFull);
  };
  const dropFull = () => {
    for (const key of buckets.keys()) if (levelOf(key) >= burst) buckets.delete(key);
    if (buckets.size > 0) return;
    cancel?.();
    cancel = undefined;
  };
  const toAllowance = (level: number, left: number): Allowance => ({
    isAllowed: level >= 1,
    left: Math.floor(left),
    wait: level >= 1 ? 0 : Math.max(1, Math.ceil((1 - level) / rate)),
    full: Math.ceil((burst - left) / rate),
  });
  const toWait = (level: number) => (level >= 0 ? 0 : Math.ceil((-level / rate) * 1_000));

  return {
    take: (key) => {
      const level = levelOf(key);
      const left = level >= 1 ? level - 1 : level;
      setLevel(key, left);
      return toAllowance(level, left);
    },
    look: (key) => {
      const level = levelOf(key);
      return toAllowance(level, level);
    },
    giveBack: (key) => setLevel(key, levelOf(key) + 1),
    spend: (key, amount) => {
      const level = levelOf(key) - amount;
      setLevel(key, level);
      return toWait(level);
    },
    wait: (key) => toWait(levelOf(key)),
    size: () => buckets.size,
    [Symbol.dispose]: () => cancel?.(),
  };
}
