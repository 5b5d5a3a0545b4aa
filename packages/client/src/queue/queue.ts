import { supersedes } from './covers.ts';

/** A write that waits: `key` is the same for writes to the same thing; none for one that must not be left out. */
export interface Write<T> {
  readonly key: string | undefined;
  readonly body: unknown;
  /** Sends it. `isLatest` tells whether no newer write to the same thing waits. */
  readonly run: (isLatest: () => boolean) => Promise<T>;
}

/** Work for one bridge, one piece at a time. */
export interface Queue {
  /** Runs a read; one that waits already under the same key serves both callers. */
  readonly read: <T>(key: string, run: () => Promise<T>) => Promise<T>;
  /** Runs a write; an older one to the same thing that still waits is left out and ends as the newer does. */
  readonly write: <T>(write: Write<T>) => Promise<T>;
  /** Ends everything that waits with this error, and everything that comes later. */
  readonly close: (error: Error) => void;
}

interface Job {
  readonly key: string | undefined;
  readonly body: unknown;
  readonly run: () => Promise<unknown>;
  readonly ends: PromiseWithResolvers<unknown>[];
}

/** So many writes go ahead of a waiting read before it has its turn. */
const writesInARow = 4;

/** Makes the queue in front of one bridge. */
export const createQueue = (): Queue => {
  const reads: Job[] = [];
  const writes: Job[] = [];
  let working = false;
  let inARow = 0;
  let closedBy: Error | undefined;

  const next = (): Job | undefined => {
    const readFirst = writes.length === 0 || (reads.length > 0 && inARow >= writesInARow);
    inARow = readFirst ? 0 : inARow + 1;
    return readFirst ? reads.shift() : writes.shift();
  };

  const work = async () => {
    if (working) return;
    working = true;
    for (let job = next(); job !== undefined; job = next()) {
      const { run, ends } = job;
      try {
        const value = await run();
        for (const end of ends) end.resolve(value);
      } catch (error) {
        for (const end of ends) end.reject(error);
      }
    }
    working = false;
  };

  const enqueue = (jobs: Job[], job: Omit<Job, 'ends'>, older?: Job): Promise<never> => {
    if (closedBy !== undefined) return Promise.reject(closedBy);
    const end = Promise.withResolvers<unknown>();
    jobs.push({ ...job, ends: [...(older?.ends ?? []), end] });
    void work();
    return end.promise as Promise<never>;
  };

  return {
    read: (key, run) => {
      const waiting = reads.find((job) => job.key === key);
      if (waiting === undefined) return enqueue(reads, { key, body: undefined, run });
      const end = Promise.withResolvers<unknown>();
      waiting.ends.push(end);
      return end.promise as Promise<never>;
    },
    write: ({ key, body, run }) => {
      const isSame = (job: Job) => key !== undefined && job.key === key;
      const at = writes.findIndex((job) => isSame(job) && supersedes(body, job.body));
      const older = at < 0 ? undefined : writes.splice(at, 1)[0];
      return enqueue(writes, { key, body, run: () => run(() => !writes.some(isSame)) }, older);
    },
    close: (error) => {
      closedBy = error;
      for (const { ends } of [...reads.splice(0), ...writes.splice(0)])
        for (const end of ends) end.reject(error);
    },
  };
};
