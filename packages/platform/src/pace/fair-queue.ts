/** Waiting items by key. Keys are served in turn, and the items of each key in order of arrival. */
interface FairQueue<One> {
  /** The number of waiting items in total or of a key. */
  size(key?: string): number;
  /** The number of keys with waiting items. */
  keys(): number;
  add(key: string, one: One): void;
  /** Removes and returns the next item of a key that may be served. The key then becomes the last in turn. */
  takeNext(mayBeServed: (key: string) => boolean): One | undefined;
  /** Removes and returns the items that match a condition. */
  remove(condition: (one: One) => boolean): One[];
}

export function createFairQueue<One>(): FairQueue<One> {
  /** In order of turns: the first key is the next. */
  const queues = new Map<string, One[]>();
  const sizeOf = (key: string) => queues.get(key)?.length ?? 0;
  let size = 0;
  return {
    size: (key) => (key === undefined ? size : sizeOf(key)),
    keys: () => queues.size,
    add: (key, one) => {
      const queue = queues.get(key);
      if (queue === undefined) queues.set(key, [one]);
      else queue.push(one);
      size++;
    },
    takeNext: (mayBeServed) => {
      for (const [key, queue] of queues) {
        if (!mayBeServed(key)) continue;
        queues.delete(key);
        const one = queue.shift();
        if (queue.length > 0) queues.set(key, queue);
        size--;
        return one;
      }
      return undefined;
    },
    remove: (condition) => {
      const removed: One[] = [];
      for (const [key, queue] of queues) {
        const left = queue.filter((one) => !condition(one));
        if (left.length === queue.length) continue;
        removed.push(...queue.filter(condition));
        if (left.length === 0) queues.delete(key);
        else queues.set(key, left);
      }
      size -= removed.length;
      return removed;
    },
  };
}
