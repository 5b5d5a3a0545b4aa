/** Collects the items added in the same turn of the event loop into one batch, so that they share one durable write. */
export interface GroupCommit<Item, Answer> {
  /** Adds an item to the next batch; resolves with its answer when that batch is done. */
  add(item: Item): Promise<Answer>;
  /** Runs the waiting batch now. */
  flush(): void;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** `run` gets a whole batch and returns an answer for each item, in the same order; when it throws, all are rejected. */
export const createGroupCommit = <Item, Answer>(
  run: (items: readonly Item[]) => readonly Answer[],
): GroupCommit<Item, Answer> => {
  let waiting: Waiting<Item, Answer>[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const answers = run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        // Sockets are read in the poll phase of the event loop, which the check phase of setImmediate follows: all
        // commands that have arrived by then are one batch.
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ item, resolve, reject });
      }),
    flush,
  };
};
