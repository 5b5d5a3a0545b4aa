/** How many deliveries are under way at a time. */
export interface SlotCounts {
  /** Deliveries under way to endpoints that were fast and succeeded last time. A delivery that becomes slow moves to the strained slots. */
  readonly healthy: number;
  /** Deliveries under way to endpoints that were slow or failed last time. Their slots are separate, so healthy endpoints keep theirs. */
  readonly strained: number;
  /** Deliveries under way in all. */
  readonly maxConcurrent: number;
}

/** How many deliveries one node has under way at a time. */
export interface SlotLimits extends SlotCounts {
  /** To the endpoints of one developer: no more of them begin, though those that began together may be a few more. */
  readonly developer: SlotCounts;
}

export const pools = ['healthy', 'strained'] as const;
export type Pool = (typeof pools)[number];

/** The slots of a node for deliveries, in two pools. */
export interface Slots {
  /** How many deliveries of a pool may begin now; with none, its next free slot is reported. */
  claimable(pool: Pool): number;
  /** The developers who have their share of a pool. */
  full(pool: Pool): readonly string[];
  take(pool: Pool, developer: string): void;
  release(pool: Pool, developer: string): void;
  /** How many deliveries are under way. */
  used(): number;
}

const createCounts = () => ({ healthy: 0, strained: 0 });
type Counts = ReturnType<typeof createCounts>;

const sumOf = ({ healthy, strained }: Counts) => healthy + strained;

const leftOf = (limits: SlotCounts, counts: Counts, pool: Pool) =>
  Math.min(limits[pool] - counts[pool], limits.maxConcurrent - sumOf(counts));

/**
 * `onFree` is called with a pool that had no free slot when it was asked for one, or none for some developer, once it has
 * one.
 */
export const createSlots = (limits: SlotLimits, onFree: (pool: Pool) => void): Slots => {
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
};
