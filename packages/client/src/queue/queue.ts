import { isRecord } from '@plenum/protocol/json';

/** The state of a write while it is sent. */
export interface WriteState {
  /** Whether a caller still waits for it. */
  readonly isWanted: () => boolean;
}

/** A write: `key` is the same for writes to the same fields; undefined if every write must be sent. */
export interface Write<T> {
  readonly key: string | undefined;
  readonly body: unknown;
  /** Whether it was sent before: then a write to the same fields that waits is newer, and is sent in place of it. */
  readonly isRepeated?: boolean;
  /** Aborted when its caller no longer waits: a write that nobody waits for is not sent. */
  readonly signal?: AbortSignal | undefined;
  /** Sends it. */
  readonly run: (state: WriteState) => Promise<T>;
}

/** Requests to one bridge, one at a time. Newer writes take the place of older ones; nothing is batched. */
export interface Queue {
  /**
   * Runs a read; if one with the same key already waits, it serves both callers. One that a caller of a write waits for
   * (`isUrgent`) goes before those that nobody waits for.
   */
  readonly read: <T>(key: string, run: () => Promise<T>, isUrgent?: boolean) => Promise<T>;
  /**
   * Runs a write. An older one that still waits and that it supersedes is not sent, and ends as this one does; it is sent
   * after all where nobody waits for this one any more.
   */
  readonly write: <T>(write: Write<T>) => Promise<T>;
  /** Whether a write waits that sets everything that a body does. */
  readonly hasNewer: (write: Pick<Write<unknown>, 'key' | 'body'>) => boolean;
  /** Runs a read before all others, also while the queue is held. */
  readonly ask: <T>(run: () => Promise<T>) => Promise<T>;
  /** Ends everything that waits with this error, and what comes later until it is held no longer (undefined). */
  readonly hold: (error: Error | undefined) => void;
  /** Ends everything that waits or comes later with this error. */
  readonly close: (error: Error) => void;
}

interface Caller extends PromiseWithResolvers<unknown> {
  readonly since: number;
  readonly signal?: AbortSignal | undefined;
  /** Sends what this caller wants. */
  readonly run: () => Promise<unknown>;
}

/** One request that waits, for all who want it. */
interface Job {
  readonly key: string | undefined;
  /** The newest last: its work is done, and serves all. */
  readonly callers: Caller[];
}

interface ReadJob extends Job {
  /** Since when a caller of a write waits for it; undefined where none does. */
  readonly urgentSince: number | undefined;
}

interface WriteJob extends Job {
  /** Of the newest caller. */
  readonly body: unknown;
}

/** How long writes may wait. */
export interface QueueOptions {
  /** Milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which a write that still waits is not sent any more. */
  readonly maxWait: number;
  /** The error of a write that waited for longer, or that nobody waits for. */
  readonly toError: (why: 'too-long' | 'nobody') => Error;
}

/** How many writes go before a read that waits. */
const maxWritesInARow = 10;
/** Milliseconds after which a read that the caller of a write waits for takes turns with the writes. */
const maxUrgentWait = 3_000;

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
export const createQueue = ({ now, maxWait, toError }: QueueOptions): Queue => {
  const reads: ReadJob[] = [];
  const writes: WriteJob[] = [];
  let isWorking = false;
  let writesInARow = 0;
  let closedBy: Error | undefined;
  let heldBy: Error | undefined;

  const isTooLong = ({ since }: Caller) => now() - since > maxWait;

  const isWaiting = ({ signal }: Caller) => signal?.aborted !== true;

  const drop = (job: WriteJob, callers: readonly Caller[], why: 'too-long' | 'nobody') => {
    const error = toError(why);
    for (const caller of callers) {
      job.callers.splice(job.callers.indexOf(caller), 1);
      caller.reject(error);
    }
    if (job.callers.length === 0) writes.splice(writes.indexOf(job), 1);
  };

  /** Each caller waits for its own time, also where a newer write took the place of its own. */
  const dropStale = () => {
    for (const job of [...writes]) {
      if (!job.callers.some(isWaiting)) drop(job, [...job.callers], 'nobody');
      else drop(job, job.callers.filter(isTooLong), 'too-long');
    }
  };

  const next = (): ReadJob | WriteJob | undefined => {
    dropStale();
    const [read] = reads;
    const isLate = read?.urgentSince !== undefined && now() - read.urgentSince > maxUrgentWait;
    const readFirst =
      writes.length === 0 || (read !== undefined && writesInARow >= (isLate ? 1 : maxWritesInARow));
    writesInARow = readFirst ? 0 : writesInARow + 1;
    if (readFirst) return reads.shift();
    const write = writes.shift();
    if (write !== undefined) {
      const wanted = write.callers.findLastIndex(isWaiting);
      drop(write, write.callers.slice(wanted + 1), 'nobody');
    }
    return write;
  };

  const work = async () => {
    if (isWorking) return;
    isWorking = true;
    for (let job = next(); job !== undefined; job = next()) {
      const { callers } = job;
      try {
        const value = await callers.at(-1)!.run();
        for (const caller of callers) caller.resolve(value);
      } catch (error) {
        for (const caller of callers) caller.reject(error);
      }
    }
    isWorking = false;
  };

  const toCaller = (run: Caller['run'], signal?: AbortSignal): Caller => ({
    ...Promise.withResolvers<unknown>(),
    since: now(),
    signal,
    run,
  });

  /** Puts a job among those of its kind, by default last; resolves for the newest of its callers. */
  const enqueue = <J extends Job>(jobs: J[], job: J, at = jobs.length): Promise<never> => {
    const refusedBy = closedBy ?? heldBy;
    return refusedBy === undefined ? start(jobs, job, at) : Promise.reject(refusedBy);
  };

  const start = <J extends Job>(jobs: J[], job: J, at: number): Promise<never> => {
    jobs.splice(at, 0, job);
    void work();
    return job.callers.at(-1)!.promise as Promise<never>;
  };

  /** Adds an older caller to a job. */
  const join = (job: Job, caller: Caller): Promise<never> => {
    job.callers.unshift(caller);
    return caller.promise as Promise<never>;
  };

  const hasKey = (job: Job, key: string | undefined) => key !== undefined && job.key === key;
  const findNewer = ({ key, body }: Pick<Write<unknown>, 'key' | 'body'>) =>
    writes.find((job) => hasKey(job, key) && supersedes(job.body, body));

  const endAll = (error: Error) => {
    for (const { callers } of [...reads.splice(0), ...writes.splice(0)])
      for (const caller of callers) caller.reject(error);
  };

  /** Behind the last read that a caller of a write waits for. */
  const urgentEnd = () => reads.findLastIndex(({ urgentSince }) => urgentSince !== undefined) + 1;

  return {
    read: (key, run, isUrgent = false) => {
      const at = reads.findIndex((job) => job.key === key);
      const waiting = reads[at];
      const urgentSince = isUrgent ? now() : undefined;
      if (waiting === undefined) {
        const job = { key, urgentSince, callers: [toCaller(run)] };
        return enqueue(reads, job, isUrgent ? urgentEnd() : undefined);
      }
      if (isUrgent && waiting.urgentSince === undefined) {
        reads.splice(at, 1);
        reads.splice(urgentEnd(), 0, { ...waiting, urgentSince });
      }
      return join(waiting, toCaller(run));
    },
    write: ({ key, body, signal, isRepeated = false, run }) => {
      const state: WriteState = { isWanted: () => callers.some(isWaiting) };
      const caller = toCaller(() => run(state), signal);
      let callers: Caller[] = [];
      const newer = isRepeated ? findNewer({ key, body }) : undefined;
      if (newer !== undefined) {
        callers = newer.callers;
        return join(newer, caller);
      }
      // What waits behind a device that stalls ends at once, so that its caller may give it again.
      signal?.addEventListener('abort', dropStale);
      const forget = () => signal?.removeEventListener('abort', dropStale);
      caller.promise.then(forget, forget);
      const at = writes.findIndex((job) => hasKey(job, key) && supersedes(body, job.body));
      // The list of the older ones, by which they find out whether somebody waits.
      callers = at < 0 ? [] : writes.splice(at, 1)[0]!.callers;
      callers.push(caller);
      return enqueue(writes, { key, body, callers });
    },
    hasNewer: (write) => findNewer(write) !== undefined,
    ask: (run) =>
      closedBy === undefined
        ? start(reads, { key: undefined, urgentSince: now(), callers: [toCaller(run)] }, 0)
        : Promise.reject(closedBy),
    hold: (error) => {
      heldBy = error;
      if (error !== undefined) endAll(error);
    },
    close: (error) => {
      closedBy = error;
      endAll(error);
    },
  };
};
