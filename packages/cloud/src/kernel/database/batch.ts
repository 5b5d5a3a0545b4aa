import { createBatchQueue } from '@plenum/platform';
import type { Durability, Store, Transaction } from './store.ts';

/** Does many small writes in few transactions: items that arrive while one transaction runs share the next. */
export type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

export interface BatchDeps<Item, Answer> {
  /** Writes items within a transaction: an answer for each item, in the same order. */
  readonly work: (tx: Transaction, items: readonly Item[]) => Promise<readonly Answer[]>;
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
  const commit = (items: readonly Item[]): Promise<readonly Answer[]> =>
    store.transaction(durability, (tx) => work(tx, items));
  const commitAlone = async (item: Item): Promise<Answer> => (await commit([item]))[0]!;
  const byKey = ({ item: a }: { item: Item }, { item: b }: { item: Item }) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

  const { add } = createBatchQueue<Item, Answer>({
    maxItems: store.batches.maxItems,
    run: async (items) => {
      if (items.length === 1) return commit(items);
      const sorted = items.map((item, place) => ({ item, place })).toSorted(byKey);
      try {
        const answers = await commit(sorted.map(({ item }) => item));
        const inPlace = Array<Answer>(items.length);
        for (const [at, { place }] of sorted.entries()) inPlace[place] = answers[at]!;
        return inPlace;
      } catch {
        return items.map(commitAlone);
      }
    },
  });
  return add;
};

/** The `work` of a batch whose items are written one after another. */
export const inTurn =
  <Item, Answer>(work: (tx: Transaction, item: Item) => Promise<Answer>): BatchDeps<Item, Answer>['work'] =>
  async (tx, items) => {
    const answers: Answer[] = [];
    for (const item of items) answers.push(await work(tx, item));
    return answers;
  };

/**
 * Writes items that arrive together in one transaction. `key` names the row that an item locks first; items are sorted by it, so
 * that two nodes lock rows in the same order. If a transaction fails, each of its items is tried again in a transaction of its own,
 * so that one bad item fails alone; all at the same time, so that a timeout of the database is waited for once.
 */
export const createBatch = <Item, Answer>(
  store: Store,
  deps: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const length = store.batches.partitions;
  const partitions = Array.from({ length }, () => createPartition(store, deps));
  return (item) => partitions[partitionOf(deps.key(item), length)]!(item);
};
