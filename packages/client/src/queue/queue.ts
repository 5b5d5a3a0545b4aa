/** A write: `key` is the same for writes to the same fields; undefined if every write must be sent. */
export interface Write<T> {
  readonly key: string | undefined;
  readonly body: unknown;
  /** Aborted when its caller no longer waits: a write that nobody waits for is not sent. */
  readonly signal?: AbortSignal | undefined;
  /** Sends it. `isLatest`: whether no newer write with the same key waits. */
  readonly run: (isLatest: () => boolean) => Promise<T>;
}

/** Requests to one bridge, one at a time. */
export interface Queue {
  /**
   * Runs a read; if one with the same key already waits, it serves both callers. One that a caller of a write waits for
   * (`isUrgent`) goes before those that nobody waits for.
   */
  readonly read: <T>(key: string, run: () => Promise<T>, isUrgent?: boolean) => Promise<T>;
  /** Runs a write; an older one that it supersedes and that still waits is not sent, and ends as the newer does. */
  readonly write: <T>(write: Write<T>) => Promise<T>;
  /** Ends everything that waits or comes later with this error. */
  readonly close: (error: Error) => void;
}

interface Caller extends PromiseWithResolvers<unknown> {
  readonly signal?: AbortSignal | undefined;
}

interface Job {
  readonly key: string | undefined;
  readonly body: unknown;
  readonly run: () => Promise<unknown>;
  readonly callers: Caller[];
  readonly since: number;
}

type NewJob = Omit<Job, 'callers' | 'since'> & {
  readonly signal?: AbortSignal | undefined;
  readonly isUrgent?: boolean;
};

/** How long writes may wait; without it they wait for any time. */
export interface QueueOptions {
  /** Milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which a write that still waits is not sent any more. */
  readonly maxWait: number;
  /** The error of a write that waited for longer, or that nobody waits for. */
  readonly toError: (why: 'too-long' | 'nobody') => Error;
}

/** So many writes go before a waiting read. */
const maxWritesInARow = 4;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a newer body sets everything that an older one does, so that the older need not be sent: all its keys, and lists
 * that are at least as long (SchedZones and SchedSettings may be partial, wire facts 2).
 */
export const supersedes = (newer: unknown, older: unknown): boolean => {
  if (Array.isArray(older))
    return (
      Array.isArray(newer) && older.every((item, at) => at < newer.length && supersedes(newer[at], item))
    );
  if (isRecord(older))
    return (
      isRecord(newer) &&
      Object.entries(older).every(
        ([key, value]) => Object.hasOwn(newer, key) && supersedes(newer[key], value),
      )
    );
  return !Array.isArray(newer) && !isRecord(newer);
};

/** Creates the queue of one bridge. */
export const createQueue = (options?: QueueOptions): Queue => {
  const reads: Job[] = [];
  const writes: Job[] = [];
  let working = false;
  let inARow = 0;
  let closedBy: Error | undefined;

  const now = () => options?.now() ?? 0;

  /** Why a write is not sent any more; undefined where it is. */
  const staleness = ({ callers, since }: Job): 'too-long' | 'nobody' | undefined => {
    if (callers.every(({ signal }) => signal?.aborted === true)) return 'nobody';
    return options !== undefined && now() - since > options.maxWait ? 'too-long' : undefined;
  };

  const dropStale = () => {
    for (const job of [...writes]) {
      const why = staleness(job);
      if (why === undefined) continue;
      writes.splice(writes.indexOf(job), 1);
      const error = options?.toError(why) ?? new Error(why);
      for (const end of job.callers) end.reject(error);
    }
  };

  const next = (): Job | undefined => {
    dropStale();
    const readFirst = writes.length === 0 || (reads.length > 0 && inARow >= maxWritesInARow);
    inARow = readFirst ? 0 : inARow + 1;
    return readFirst ? reads.shift() : writes.shift();
  };

  const work = async () => {
    if (working) return;
    working = true;
    for (let job = next(); job !== undefined; job = next()) {
      const { run, callers } = job;
      try {
        const value = await run();
        for (const end of callers) end.resolve(value);
      } catch (error) {
        for (const end of callers) end.reject(error);
      }
    }
    working = false;
  };

  const enqueue = (
    jobs: Job[],
    { signal, isUrgent = false, ...job }: NewJob,
    older?: Job,
  ): Promise<never> => {
    if (closedBy !== undefined) return Promise.reject(closedBy);
    const end: Caller = { ...Promise.withResolvers<unknown>(), signal };
    const added = { ...job, since: now(), callers: [...(older?.callers ?? []), end] };
    if (isUrgent) jobs.unshift(added);
    else jobs.push(added);
    void work();
    return end.promise as Promise<never>;
  };

  return {
    read: (key, run, isUrgent = false) => {
      const at = reads.findIndex((job) => job.key === key);
      const waiting = reads[at];
      if (waiting !== undefined && isUrgent) reads.unshift(...reads.splice(at, 1));
      if (waiting === undefined) return enqueue(reads, { key, body: undefined, run, isUrgent });
      const end = Promise.withResolvers<unknown>();
      waiting.callers.push(end);
      return end.promise as Promise<never>;
    },
    write: ({ key, body, signal, run }) => {
      const isSame = (job: Job) => key !== undefined && job.key === key;
      const at = writes.findIndex((job) => isSame(job) && supersedes(body, job.body));
      const older = at < 0 ? undefined : writes.splice(at, 1)[0];
      return enqueue(writes, { key, body, signal, run: () => run(() => !writes.some(isSame)) }, older);
    },
    close: (error) => {
      closedBy = error;
      for (const { callers } of [...reads.splice(0), ...writes.splice(0)])
        for (const end of callers) end.reject(error);
    },
  };
};
