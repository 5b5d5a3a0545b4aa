/** A row of things between one who pushes and one who iterates. */
export interface Channel<T> extends AsyncIterable<T> {
  readonly push: (...items: readonly T[]) => void;
  /** Ends the iteration once what was pushed has been taken; with an error where there is one. */
  readonly end: (error?: unknown) => void;
}

/** Makes a channel; `onReturn` is told when the reader stops early. */
export const createChannel = <T>(onReturn: () => void): Channel<T> => {
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
};
