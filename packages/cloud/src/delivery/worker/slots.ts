/** Limits for concurrent deliveries. */
interface SlotCounts {
  /**
   * Deliveries to endpoints that were fast and succeeded last time. A delivery that becomes slow moves to a strained
   * slot.
   */
  readonly healthy: number;
  /**
   * Deliveries to endpoints that were slow or failed last time. Their slots are separate, so that they cannot take the
   * slots of healthy endpoints.
   */
  readonly strained: number;
  /** All deliveries together. */
  readonly maxConcurrent: number;
}

/** Limits for the concurrent deliveries of one node. */
export interface SlotLimits extends SlotCounts {
  /**
   * Limits for the endpoints of one developer. Above them no more deliveries start, but those started together may
   * exceed them slightly.
   */
  readonly developer: SlotCounts;
}

export const pools = ['healthy', 'strained'] as const;
export type Pool = (typeof pools)[number];

/** The delivery slots of a node, in two pools. */
export interface Slots {
  /** Returns how many deliveries of a pool may start now. If none may, calls `onFree` when a slot becomes free. */
  claimable(pool: Pool): number;
  /** Returns the developers who have used up their quota of a pool. */
  full(pool: Pool): readonly string[];
  take(pool: Pool, developer: string): void;
  release(pool: Pool, developer: string): void;
  /** Number of deliveries in progress. */
  used(): number;
}

const createCounts = () => ({ healthy: 0, strained: 0 });
type Counts = ReturnType<typeof createCounts>;

const sumOf = ({ healthy, strained }: Counts) => healthy + strained;

const leftOf = (limits: SlotCounts, counts: Counts, pool: Pool) =>
  Math.min(limits[pool] - counts[pool], limits.maxConcurrent - sumOf(counts));

/**
 * Creates the slots. If a pool had no free slot, in total or for some developer, `onFree` is called with that pool once
 * a slot is free.
 */
export function createSlots(limits: SlotLimits, onFree: (pool: Pool) => void): Slots {
  const counts = createCounts();
  const countsOf = new Map<string, Counts>();
  const full = new Set<Pool>();
  const isFullFor = (pool: Pool, own: Counts) => leftOf(limits.developer, own, pool) <= 0;

  const free = (pool: Pool) => {
    full.delete(pool);
    onFree(pool);
  };
  return {
    claimable: (pool) => {
      const left = leftOf(limits, counts, pool);
      if (left <= 0) full.add(pool);
      return Math.max(0, left);
    },
    full: (pool) => [...countsOf].filter(([, own]) => isFullFor(pool, own)).map(([developer]) => developer),
    take: (pool, developer) => {
      const own = countsOf.get(developer) ?? createCounts();
      countsOf.set(developer, own);
      own[pool]++;
      counts[pool]++;
    },
    release: (pool, developer) => {
      const own = countsOf.get(developer)!;
      const wasFull = sumOf(counts) >= limits.maxConcurrent;
      const wasFullFor = pools.filter((one) => isFullFor(one, own));
      counts[pool]--;
      own[pool]--;
      if (sumOf(own) === 0) countsOf.delete(developer);
      for (const one of pools)
        if ((full.has(one) && (one === pool || wasFull)) || wasFullFor.includes(one)) free(one);
    },
    used: () => sumOf(counts),
  };
}
