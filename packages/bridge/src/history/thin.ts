import type { DatabaseSync } from 'node:sqlite';

const minute = 60_000;
const day = 24 * 60 * minute;

/** What is kept of history by its age: beyond each age only one sample in so much time. */
export const tiers = [
  { beyond: 2 * day, every: 15 * minute },
  { beyond: 60 * day, every: 120 * minute },
] as const;

/** Nothing older is kept, which bounds the store: 2,880 + 5,568 + 21,180 rows, at most some 20 MB. */
export const longest = 5 * 365 * day;

/**
 * Thins and shortens history as seen from an instant of the house, where it was last done at `before` (0 = never);
 * call within a transaction.
 */
export const thin = (db: DatabaseSync, now: number, before: number): void => {
  const drop = db.prepare('DELETE FROM history WHERE at >= ? AND at < ? AND at % ? <> 0');
  for (const { beyond, every } of tiers) drop.run(before - beyond, now - beyond, every);
  db.prepare('DELETE FROM history WHERE at < ?').run(now - longest);
};
