import { createBatchQueue } from '@plenum/platform';
import type { Durability, Store, Transaction } from './store.ts';

/**
 * Combines many small writes into few transactions. Items that arrive while one transaction runs share the next one.
 */
type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

interface BatchDeps<Item, Answer> {
  /** Writes items within a transaction. Resolves to a result for each item, in the same order. */
  readonly work: (tx: Transaction, items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly key: (item: Item) => string;
  /** Defaults to `full`. */
  readonly durability?: Durability;
  /** Time in ms for which a transaction waits for further items; default: until the end of the turn of the event loop. */
  readonly gather?: number;
}

/** Returns the same partition for the same key, so that writes to one row keep their order. */
const partitionOf = (key: string, partitions: number): number => {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % partitions;
};

const createPartition = <Item, Answer>(
  store: Store,
  { work, key, durability = 'full', gather }: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const commit = (items: readonly Item[]): Promise<readonly Answer[]> =>
    store.transaction(durability, (tx) => work(tx, items));
  const commitAlone = async (item: Item): Promise<Answer> => (await commit([item]))[0]!;
  const byKey = ({ item: a }: { item: Item }, { item: b }: { item: Item }) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

  const { add } = createBatchQueue<Item, Answer>({
    maxItems: store.batches.maxItems,
    ...(gather !== undefined && { gather }),
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

/** Creates the `work` of a batch whose items are written one after another. */
export const inTurn =
  <Item, Answer>(work: (tx: Transaction, item: Item) => Promise<Answer>): BatchDeps<Item, Answer>['work'] =>
  async (tx, items) => {
    const answers: Answer[] = [];
    for (const item of items) answers.push(await work(tx, item));
    return answers;
  };

/**
 * Creates a batch. Items that arrive together are written in one transaction. `key` names the row that an item locks
 * first. Items are sorted by this key, so that two nodes lock rows in the same order. If a transaction fails, each item
 * is retried in its own transaction, so that one bad item fails alone. The retries run concurrently, so that a timeout
 * of the database is waited for only once.
 */
export function createBatch<Item, Answer>(store: Store, deps: BatchDeps<Item, Answer>): Batch<Item, Answer> {
  const length = store.batches.partitions;
  const partitions = Array.from({ length }, () => createPartition(store, deps));
  return (item) => partitions[partitionOf(deps.key(item), length)]!(item);
}
