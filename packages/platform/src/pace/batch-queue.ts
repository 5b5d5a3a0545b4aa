import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** The result of a batch for one item: a value, or a promise that may fail without the other items. */
type Answered<Answer> = Answer | Promise<Answer>;

interface BatchQueueOptions<Item, Answer> {
  /** Maximum number of items in one batch; default: all waiting items. */
  readonly maxItems?: number;
  /** Time in ms for which a batch waits for further items; default: until the end of the turn of the event loop. */
  readonly gather?: number;
  /**
   * Processes a batch and returns a result for each item, in the same order. If it fails, all items fail. It is called
   * in the turn in which the batch begins, so a synchronous batch is finished when `flush` returns.
   */
  readonly run: (
    items: readonly Item[],
  ) => readonly Answered<Answer>[] | Promise<readonly Answered<Answer>[]>;
}

/**
 * Groups items into batches, so that items that arrive together share one durable write. By default the items of one
 * turn of the event loop are one batch. Items that are added during a batch wait until all its results are known.
 */
interface BatchQueue<Item, Answer> {
  /** Adds an item to the next batch; resolves with its result when the batch is done. */
  add(item: Item): Promise<Answer>;
  /** Begins the waiting batch immediately. */
  flush(): void;
}

interface Waiting<Item, Answer> extends PromiseWithResolvers<Answer> {
  readonly item: Item;
}

export function createBatchQueue<Item, Answer>({
  maxItems = Number.POSITIVE_INFINITY,
  gather,
  run,
}: BatchQueueOptions<Item, Answer>): BatchQueue<Item, Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;
  let soon: NodeJS.Immediate | undefined;
  let gathering: NodeJS.Timeout | undefined;

  const begin = async () => {
    clearImmediate(soon);
    clearTimeout(gathering);
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
    if (gather !== undefined) {
      gathering = setTimeout(begin, gather);
      return;
    }
    // Sockets are read in the poll phase of the event loop, and setImmediate runs in the check phase after it. So all
    // items that have arrived are one batch, including those that arrived while a synchronous write blocked the
    // process.
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
}
