import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Store } from './store.ts';

/** Does many small things in few transactions: what comes while one transaction runs is done together in the next. */
export type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/** Long enough to share a disk flush between many, short enough that nobody waits long for the others. */
const mostAtOnce = 64;

/**
 * `work` does one item within a transaction shared with others; `key` names the row it locks first, by which they are
 * sorted, so that two nodes lock in one order. When a transaction fails its items are tried one by one, so that an item
 * that cannot be done keeps none of the others from it.
 */
export const createBatch = <Item, Answer>(
  store: Store,
  { work, key }: { work: (db: Db, item: Item) => Promise<Answer>; key: (item: Item) => string },
): Batch<Item, Answer> => {
  let waiting: Waiting<Item, Answer>[] = [];
  let isRunning = false;
  // Not within the transaction of whoever happens to add the first item, which the others would join.
  const outside = AsyncLocalStorage.snapshot();

  const doTogether = async (batch: readonly Waiting<Item, Answer>[]) => {
    const answers = await store.inTransaction(async (db) => {
      const all: Answer[] = [];
      for (const { item } of batch) all.push(await work(db, item));
      return all;
    });
    for (const [place, { answer }] of batch.entries()) answer(answers[place]!);
  };
  const doAlone = async (one: Waiting<Item, Answer>) => {
    try {
      await doTogether([one]);
    } catch (error) {
      one.fail(error);
    }
  };
  const order = (a: Waiting<Item, Answer>, b: Waiting<Item, Answer>) =>
    key(a.item) < key(b.item) ? -1 : key(a.item) > key(b.item) ? 1 : 0;

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce).sort(order);
      waiting = waiting.slice(mostAtOnce);
      if (batch.length === 1) await doAlone(batch[0]!);
      else
        try {
          await doTogether(batch);
        } catch {
          for (const one of batch) await doAlone(one);
        }
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((answer, fail) => {
      waiting.push({ item, answer, fail });
      if (!isRunning) void outside(run);
    });
};
