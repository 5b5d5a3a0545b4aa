import { createBatchQueue } from './batch-queue.ts';
import type { Durability, Store, Transaction } from './store.ts';

/** Does many small things in few transactions: what comes while one transaction runs is done together in the next. */
export type Batch<Item, Answer> = (item: Item) => Promise<Answer>;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * How the engines are asked. SQLite does one transaction at a time, so many share one: long enough to share a disk flush,
 * short enough that nobody waits long for the others. PostgreSQL shares the flush of concurrent commits by itself, and
 * is far away: few at once, so that rows are not locked for long, but several times over.
 */
const ways = {
  sqlite: { lanes: 1, maxConcurrent: 64 },
  postgres: { lanes: 4, maxConcurrent: 8 },
} as const;

export interface BatchDeps<Item, Answer> {
  readonly work: (tx: Transaction, item: Item) => Promise<Answer>;
  readonly key: (item: Item) => string;
  /** `full` unless told. */
  readonly durability?: Durability;
}

/** The same lane for the same key, so that what concerns one row is done in its order. */
const laneOf = (key: string, lanes: number): number => {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % lanes;
};

const createLane = <Item, Answer>(
  store: Store,
  { work, key, durability = 'full' }: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const { maxConcurrent } = ways[store.engine];

  const doTogether = async (batch: readonly Waiting<Item, Answer>[]) => {
    const answers = await store.transaction(durability, async (tx) => {
      const all: Answer[] = [];
      for (const { item } of batch) all.push(await work(tx, item));
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

  const add = createBatchQueue<Waiting<Item, Answer>>(maxConcurrent, async (waiting) => {
    if (waiting.length === 1) return doAlone(waiting[0]!);
    const batch = waiting.toSorted(order);
    try {
      await doTogether(batch);
    } catch {
      await Promise.all(batch.map(doAlone));
    }
  });
  return (item) => new Promise((answer, fail) => add({ item, answer, fail }));
};

/**
 * `work` does one item within a transaction shared with others; `key` names the row it locks first, by which they are
 * sorted, so that two nodes lock in one order. When a transaction fails its items are tried each by itself, so that an item
 * that cannot be done keeps none of the others from it; at once, so that a database that is away is waited for once.
 */
export const createBatch = <Item, Answer>(
  store: Store,
  parts: BatchDeps<Item, Answer>,
): Batch<Item, Answer> => {
  const lanes = Array.from({ length: ways[store.engine].lanes }, () => createLane(store, parts));
  return (item) => lanes[laneOf(parts.key(item), lanes.length)]!(item);
};
