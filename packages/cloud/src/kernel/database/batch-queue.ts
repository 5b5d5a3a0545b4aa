import { setImmediate as turn } from 'node:timers/promises';

/**
 * Processes items in batches of at most so many, one batch after the other: what is added during one waits for the next.
 * `process` answers each item by itself and never throws.
 */
export const createBatchQueue = <Item>(
  maxConcurrent: number,
  process: (batch: readonly Item[]) => Promise<void>,
): ((item: Item) => void) => {
  let waiting: Item[] = [];
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      // A commit of SQLite blocks the whole process: what arrived on the sockets meanwhile shares the next one.
      await turn();
      const batch = waiting.slice(0, maxConcurrent);
      waiting = waiting.slice(maxConcurrent);
      await process(batch);
    }
    isRunning = false;
  };

  return (item) => {
    waiting.push(item);
    if (!isRunning) void run();
  };
};
