/** Gathers what is asked for in the same turns of the event loop, so that it is made durable at once. */
export interface GroupCommit<Item, Answer> {
  /** Adds an item to the next batch; resolved when that batch was done. */
  add(item: Item): Promise<Answer>;
  /** Does what is waiting now. */
  flush(): void;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/** `run` does a whole batch and returns an answer for each item, in their order; when it throws, all fail. */
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
      for (const [place, { answer }] of batch.entries()) answer(answers[place]!);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };
  return {
    add: (item) =>
      new Promise((answer, fail) => {
        // Sockets are read in the poll phase of the event loop, which the check phase of setImmediate follows: all
        // commands that have arrived by then are one batch.
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ item, answer, fail });
      }),
    flush,
  };
};
