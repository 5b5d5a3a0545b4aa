/** Counters by label values in a fixed order; cheap enough for every request. */
export interface Counts {
  /** Returns a function that adds one to the counter of these label values. */
  counter(...labels: string[]): () => void;
  all(): readonly { readonly labels: readonly string[]; readonly count: number }[];
}

export function createCounts(): Counts {
  const cells = new Map<string, { labels: string[]; count: number }>();
  return {
    counter: (...labels) => {
      const key = labels.join('\0');
      const cell = cells.get(key) ?? { labels, count: 0 };
      cells.set(key, cell);
      return () => {
        cell.count++;
      };
    },
    all: () => [...cells.values()],
  };
}
