import { createBatchQueue } from './batch-queue.ts';
import type { Durability, Store, Transaction } from './store.ts';

/** Does many small writes in few transactions: items that arrive while one transaction runs share the next. */
export type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

export interface BatchDeps<Item, Answer> {
  readonly work: (tx: Transaction, item: Item) => Promise<Answer>;
  readonly key: (item: Item) => string;
  /** `full` by default. */
  readonly durability?: Durability;
}

/** The same partition for the same key, so that writes to one row keep their order. */
const partitionOf = (key: string, partitions: number): number => {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % partitions;
};

const createPartition = <Item, Answer>(
  store: Store,
  { work, key, durability = 'full' }: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const commit = async (batch: readonly Waiting<Item, Answer>[]) => {
    const answers = await store.transaction(durability, async (tx) => {
      const all: Answer[] = [];
      for (const { item } of batch) all.push(await work(tx, item));
      return all;
    });
    for (const [index, { answer }] of batch.entries()) answer(answers[index]!);
  };
  const commitAlone = async (one: Waiting<Item, Answer>) => {
    try {
      await commit([one]);
    } catch (error) {
      one.fail(error);
    }
  };
  const order = (a: Waiting<Item, Answer>, b: Waiting<Item, Answer>) =>
    key(a.item) < key(b.item) ? -1 : key(a.item) > key(b.item) ? 1 : 0;

  const add = createBatchQueue<Waiting<Item, Answer>>(store.batches.maxItems, async (waiting) => {
    if (waiting.length === 1) return commitAlone(waiting[0]!);
    const batch = waiting.toSorted(order);
    try {
      await commit(batch);
    } catch {
      await Promise.all(batch.map(commitAlone));
    }
  });
  return (item) => new Promise((answer, fail) => add({ item, answer, fail }));
};

/**
 * `work` writes one item within a transaction shared with others. `key` names the row it locks first; items are sorted by it, so
 * that two nodes lock rows in the same order. When a transaction fails, each of its items is tried in one of its own, so that one
 * bad item fails alone; all at once, so that a timeout of the database is waited for once.
 */
export const createBatch = <Item, Answer>(
  store: Store,
  deps: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const length = store.batches.partitions;
  const partitions = Array.from({ length }, () => createPartition(store, deps));
  return (item) => partitions[partitionOf(deps.key(item), length)]!(item);
};
