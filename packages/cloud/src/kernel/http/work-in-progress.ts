import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that has to end before what it uses is closed. */
export interface WorkInProgress {
  /** Adds the result of a call, if it is a promise. */
  add(result: unknown): void;
  /**
   * Resolves when no work is in progress. A server does not wait for requests whose clients have disconnected, and their
   * work needs the store until it notices that.
   */
  idle(): Promise<void>;
}

export function createWorkInProgress(): WorkInProgress {
  const underWay = new Set<Promise<unknown>>();
  return {
    add: (result) => {
      if (!(result instanceof Promise)) return;
      underWay.add(result);
      const remove = () => void underWay.delete(result);
      result.then(remove, remove);
    },
    idle: async () => {
      // The next work of a request begins in the turn in which the previous one ends.
      for (; underWay.size > 0; await nextTurn()) await Promise.allSettled(underWay);
    },
  };
}
