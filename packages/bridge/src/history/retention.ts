import type { DatabaseSync } from 'node:sqlite';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Beyond each age, only one sample in so much time is retained. */
export const tiers = [
  { beyond: 2 * day, every: 15 * minute },
  { beyond: 60 * day, every: 120 * minute },
] as const;

/** The greatest age of a sample, which bounds the store: 2,880 + 5,568 + 21,180 rows, at most some 20 MB. */
export const maxAge = 5 * 365 * day;

/**
 * Deletes the samples that are no longer retained at an instant of the house; `before` is when this was last done (0 =
 * never). Call within a transaction.
 */
export const applyRetention = (db: DatabaseSync, now: number, before: number): void => {
  const drop = db.prepare('DELETE FROM history WHERE at >= ? AND at < ? AND at % ? <> 0');
  for (const { beyond, every } of tiers) drop.run(before - beyond, now - beyond, every);
  db.prepare('DELETE FROM history WHERE at < ?').run(now - maxAge);
};
