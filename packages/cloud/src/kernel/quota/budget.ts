import { type Clock, every, type Rate } from '@plenum/platform';

/**
 * What each key may use a second, in whatever unit (a bucket that holds `burst` and fills by `rate` a second). An amount is
 * known when it was used, so a budget can be overdrawn by the last one, and then has to recover. On this node alone.
 */
export interface Budget extends Disposable {
  /** Uses an amount; returns `wait`. */
  spend(key: string, amount: number): number;
  /** Milliseconds until the budget of a key is not overdrawn; 0 where it is not. */
  wait(key: string): number;
  /** How many keys have used some of their budget. */
  size(): number;
}

export const createBudget = ({ rate, burst }: Rate, clock: Clock): Budget => {
  const buckets = new Map<string, { readonly level: number; readonly at: number }>();
  const levelOf = (key: string, now: number): number => {
    const { level, at } = buckets.get(key) ?? { level: burst, at: now };
    return Math.min(burst, level + (Math.max(0, now - at) * rate) / 1_000);
  };
  const toWait = (level: number) => (level >= 0 ? 0 : Math.ceil((-level / rate) * 1_000));
  const cancel = every(clock, Math.ceil((burst / rate) * 1_000), () => {
    const now = clock.now();
    for (const key of buckets.keys()) if (levelOf(key, now) >= burst) buckets.delete(key);
  });
  return {
    spend: (key, amount) => {
      const now = clock.now();
      const level = levelOf(key, now) - amount;
      buckets.set(key, { level, at: now });
      return toWait(level);
    },
    wait: (key) => toWait(levelOf(key, clock.now())),
    size: () => buckets.size,
    [Symbol.dispose]: cancel,
  };
};
