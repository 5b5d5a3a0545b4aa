import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Deals with what is added in rounds of at most so many, one round after the other: what comes during one is dealt with in
 * the next. `deal` answers each for itself and never throws.
 */
export const createRounds = <Item>(
  maxConcurrent: number,
  deal: (round: readonly Item[]) => Promise<void>,
): ((item: Item) => void) => {
  let waiting: Item[] = [];
  let isRunning = false;
  // Not within the transaction of whoever happens to come first, which the others would join.
  const outside = AsyncLocalStorage.snapshot();

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      // A commit of SQLite holds the whole process: what the sockets brought meanwhile is to share the next one.
      await turn();
      const round = waiting.slice(0, maxConcurrent);
      waiting = waiting.slice(maxConcurrent);
      await deal(round);
    }
    isRunning = false;
  };

  return (item) => {
    waiting.push(item);
    if (!isRunning) void outside(run);
  };
};
