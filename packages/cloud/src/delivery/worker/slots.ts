/** How many deliveries one node has under way at a time. */
export interface SlotLimits {
  /** Deliveries under way to endpoints that were fast and succeeded last time. A delivery that becomes slow moves to the strained slots. */
  readonly healthy: number;
  /** Deliveries under way to endpoints that were slow or failed last time. Their slots are separate, so healthy endpoints keep theirs. */
  readonly strained: number;
  /** Deliveries under way in all. */
  readonly maxConcurrent: number;
}

export const pools = ['healthy', 'strained'] as const;
export type Pool = (typeof pools)[number];

/** The slots of a node for deliveries, in two pools. */
export interface Slots {
  /** How many deliveries of a pool may begin now; with none, its next free slot is reported. */
  claimable(pool: Pool): number;
  take(pool: Pool): void;
  release(pool: Pool): void;
  /** How many deliveries are under way. */
  used(): number;
}

/** `onFree` is called with a pool that had no free slot when it was asked for one, once it has one. */
export const createSlots = (limits: SlotLimits, onFree: (pool: Pool) => void): Slots => {
  const counts = { healthy: 0, strained: 0 };
  const full = new Set<Pool>();
  const used = () => counts.healthy + counts.strained;
  return {
    claimable: (pool) => {
      const free = Math.min(limits[pool] - counts[pool], limits.maxConcurrent - used());
      if (free <= 0) full.add(pool);
      return Math.max(0, free);
    },
    take: (pool) => void counts[pool]++,
    release: (pool) => {
      const wasFull = used() >= limits.maxConcurrent;
      counts[pool]--;
      for (const one of [...full])
        if (one === pool || wasFull) {
          full.delete(one);
          onFree(one);
        }
    },
    used,
  };
};
