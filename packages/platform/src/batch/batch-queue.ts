/** The result of a batch for one item: its answer, or a promise of it, which may fail alone. */
type Answered<Answer> = Answer | Promise<Answer>;

export interface BatchQueueOptions<Item, Answer> {
  /** Maximum number of items in one batch; default: all that wait. */
  readonly maxItems?: number;
  /**
   * Processes a batch and returns an answer for each item, in the same order. If it fails, all items fail. It is called
   * in the turn in which the batch begins, so a synchronous one is finished when `flush` returns.
   */
  readonly run: (
    items: readonly Item[],
  ) => readonly Answered<Answer>[] | Promise<readonly Answered<Answer>[]>;
}

/**
 * Batches, so that items that arrive together share one durable write. The items of one turn of the event loop are one
 * batch, and those that are added during a batch wait until all its answers are known.
 */
export interface BatchQueue<Item, Answer> {
  /** Adds an item to the next batch; resolves with its answer when that batch is done. */
  add(item: Item): Promise<Answer>;
  /** Begins the waiting batch immediately. */
  flush(): void;
}

interface Waiting<Item, Answer> extends PromiseWithResolvers<Answer> {
  readonly item: Item;
}

export const createBatchQueue = <Item, Answer>({
  maxItems = Number.POSITIVE_INFINITY,
  run,
}: BatchQueueOptions<Item, Answer>): BatchQueue<Item, Answer> => {
  let waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;
  let soon: NodeJS.Immediate | undefined;

  const begin = async () => {
    clearImmediate(soon);
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    isBusy = true;
    try {
      const answers = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
      await Promise.allSettled(answers);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isBusy = false;
    if (waiting.length > 0) beginSoon();
  };
  const beginSoon = () => {
    isBusy = true;
    // Sockets are read in the poll phase of the event loop, which the check phase of setImmediate follows: everything
    // that has arrived by then is one batch, including what came while a synchronous write blocked the process.
    soon = setImmediate(begin);
  };

  return {
    add: (item) => {
      const added = { item, ...Promise.withResolvers<Answer>() };
      waiting.push(added);
      if (!isBusy) beginSoon();
      return added.promise;
    },
    flush: () => void (waiting.length > 0 && begin()),
  };
};
