/** A queue of items between a producer that pushes and a consumer that iterates. */
export interface Channel<T> extends AsyncIterable<T> {
  readonly push: (...items: readonly T[]) => void;
  /** Ends the iteration after the pushed items, with an error if one is given. */
  readonly end: (error?: unknown) => void;
}

/** Creates a channel; `onReturn` is called when the consumer stops iterating. */
export function createChannel<T>(onReturn: () => void): Channel<T> {
  const items: T[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let wake = () => {};

  async function* iterate() {
    try {
      for (;;) {
        while (items.length > 0) yield items.shift()!;
        if (ended?.error !== undefined) throw ended.error;
        if (ended !== undefined) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      onReturn();
    }
  }

  return {
    push: (...more) => {
      items.push(...more);
      wake();
    },
    end: (error) => {
      ended ??= error === undefined ? {} : { error };
      wake();
    },
    [Symbol.asyncIterator]: iterate,
  };
}
