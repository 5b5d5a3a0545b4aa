interface LatestRules<T> {
  /** Maximum number of items. */
  readonly most: number;
  /** Maximum size of all items. */
  readonly mostBytes: number;
  readonly bytesOf: (item: T) => number;
}

/** The latest items of a list. */
export interface Latest<T> {
  add(item: T): void;
  /** Returns the items, newest first. */
  list(): readonly T[];
}

/** Creates a list that forgets its oldest items when it exceeds one of two limits: their number and their size. */
export function createLatest<T>({ most, mostBytes, bytesOf }: LatestRules<T>): Latest<T> {
  const items: T[] = [];
  let bytes = 0;
  return {
    add: (item) => {
      items.push(item);
      bytes += bytesOf(item);
      while (items.length > most || bytes > mostBytes) bytes -= bytesOf(items.shift()!);
    },
    list: () => items.toReversed(),
  };
}
