import { type Clock, every } from '../clock/clock.ts';

/** How many requests a key may make. */
export interface Rate {
  /** Requests a second in the long run. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
}

/** What a token has left after a request. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly left: number;
  /** Seconds until a request is allowed again; at least 1 where this one was not. */
  readonly wait: number;
  /** Seconds until the whole burst is. */
  readonly full: number;
}

/** The bucket of each token (a token bucket: it holds `burst`, and fills by `rate` a second). In this process alone. */
export interface RateLimit extends Disposable {
  take(token: string): Allowance;
  /** Whether a request would be allowed, without counting one. */
  look(token: string): Allowance;
  /** Gives back what `take` allowed, for a request that turned out not to count. */
  giveBack(token: string): void;
  /** How many buckets there are that are not full. */
  size(): number;
}

export const createRateLimit = ({ rate, burst }: Rate, clock: Clock): RateLimit => {
  const buckets = new Map<string, { level: number; at: number }>();
  const fillTime = Math.ceil((burst / rate) * 1_000);

  /** A bucket that was not used for so long is full, as if there were none. */
  const cancel = every(clock, fillTime, () => {
    const now = clock.now();
    for (const [token, { at }] of buckets) if (now - at >= fillTime) buckets.delete(token);
  });

  const levelOf = (token: string, now: number): number => {
    const { level, at } = buckets.get(token) ?? { level: burst, at: now };
    return Math.min(burst, level + (Math.max(0, now - at) * rate) / 1_000);
  };
  const toAllowance = (level: number, left: number): Allowance => ({
    isAllowed: level >= 1,
    left: Math.floor(left),
    wait: level >= 1 ? 0 : Math.max(1, Math.ceil((1 - level) / rate)),
    full: Math.ceil((burst - left) / rate),
  });

  return {
    take: (token) => {
      const now = clock.now();
      const level = levelOf(token, now);
      const left = level >= 1 ? level - 1 : level;
      buckets.set(token, { level: left, at: now });
      return toAllowance(level, left);
    },
    look: (token) => {
      const level = levelOf(token, clock.now());
      return toAllowance(level, level);
    },
    giveBack: (token) => {
      const now = clock.now();
      const level = Math.min(burst, levelOf(token, now) + 1);
      if (level === burst) buckets.delete(token);
      else buckets.set(token, { level, at: now });
    },
    size: () => buckets.size,
    [Symbol.dispose]: cancel,
  };
};
