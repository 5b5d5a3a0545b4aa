import { every, type Wall } from '@plenum/machine';

/** How many requests a token may make. */
export interface Rate {
  /** Requests a second, for ever. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
}

export const usualRate: Rate = { rate: 50, burst: 100 };

/** What is left to a token after a request. */
export interface Allowance {
  readonly isAllowed: boolean;
  readonly left: number;
  /** Seconds until a request is allowed again; at least 1 where this one was not. */
  readonly wait: number;
  /** Seconds until the whole burst is. */
  readonly full: number;
}

/** The bucket of each token (a token bucket: it holds `burst`, and fills by `rate` a second). On this node alone. */
export interface RateLimit extends Disposable {
  take(token: string): Allowance;
  /** How many buckets there are that are not full. */
  size(): number;
}

export const createRateLimit = ({ rate, burst }: Rate, wall: Wall): RateLimit => {
  const buckets = new Map<string, { level: number; at: number }>();
  const fillTime = Math.ceil((burst / rate) * 1_000);

  /** A bucket left alone for so long is full, as if there were none. */
  const cancel = every(wall, fillTime, () => {
    const now = wall.now();
    for (const [token, { at }] of buckets) if (now - at >= fillTime) buckets.delete(token);
  });

  return {
    take: (token) => {
      const now = wall.now();
      let bucket = buckets.get(token);
      if (bucket === undefined) {
        bucket = { level: burst, at: now };
        buckets.set(token, bucket);
      }
      const elapsed = Math.max(0, now - bucket.at);
      const level = Math.min(burst, bucket.level + (elapsed * rate) / 1_000);
      const isAllowed = level >= 1;
      bucket.level = isAllowed ? level - 1 : level;
      bucket.at = now;
      return {
        isAllowed,
        left: Math.floor(bucket.level),
        wait: isAllowed ? 0 : Math.max(1, Math.ceil((1 - level) / rate)),
        full: Math.ceil((burst - bucket.level) / rate),
      };
    },
    size: () => buckets.size,
    [Symbol.dispose]: cancel,
  };
};
