import { isRecord } from '@plenum/protocol/json';

/** The state of a write while it is being sent. */
export interface WriteState {
  /** Returns true while a caller waits for the write. */
  readonly isWanted: () => boolean;
}

/** A write. `key` is equal for writes to the same fields; undefined if every write must be sent. */
export interface Write<T> {
  readonly key: string | undefined;
  readonly body: unknown;
  /** True if the write was sent before. A waiting write to the same fields is then newer, and replaces this one. */
  readonly isRepeated?: boolean;
  /** Aborted when the caller no longer waits: a write without a waiting caller is not sent. */
  readonly signal?: AbortSignal | undefined;
  readonly run: (state: WriteState) => Promise<T>;
}

/** Requests to one bridge, one at a time. Newer writes replace older ones; nothing is batched. */
export interface Queue {
  /**
   * Runs a read; if a read with the same key is queued, it serves both callers. An urgent read (`isUrgent`), which a
   * caller of a write waits for, runs before the others.
   */
  readonly read: <T>(key: string, run: () => Promise<T>, isUrgent?: boolean) => Promise<T>;
  /**
   * Runs a write. A queued older write that it supersedes is not sent, and gets the same result; the older one is sent
   * after all if this one loses all its callers.
   */
  readonly write: <T>(write: Write<T>) => Promise<T>;
  /** True if a queued write sets everything that a body sets. */
  readonly hasNewer: (write: Pick<Write<unknown>, 'key' | 'body'>) => boolean;
  /** Runs a read before all others, even while the queue is held. */
  readonly ask: <T>(run: () => Promise<T>) => Promise<T>;
  /**
   * Rejects all waiting, running and later requests with this error, until the method is called with undefined. A
   * running request stays in progress, and the next one waits for its end.
   */
  readonly hold: (error: Error | undefined) => void;
  /** Returns the error of `hold`. */
  readonly heldBy: () => Error | undefined;
  /** Rejects all waiting and later requests with this error. */
  readonly close: (error: Error) => void;
}

interface Caller extends PromiseWithResolvers<unknown> {
  readonly since: number;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request of this caller. */
  readonly run: () => Promise<unknown>;
}

/** One waiting request, with all its callers. */
interface Job {
  readonly key: string | undefined;
  /** The newest caller is last: its request is run, and serves all. */
  readonly callers: Caller[];
  /** True for a reachability check, which `hold` does not reject. */
  readonly isCheck?: true;
}

interface ReadJob extends Job {
  /** Time since which a caller of a write has been waiting for this request; undefined if none has. */
  readonly urgentSince: number | undefined;
}

interface WriteJob extends Job {
  /** The body of the newest caller. */
  readonly body: unknown;
}

/** Limits on the waiting time of writes. */
interface QueueOptions {
  /** Returns the current time in ms. */
  readonly now: () => number;
  /** Maximum waiting time of a write, in ms; a write that waits longer is not sent. */
  readonly maxWait: number;
  /** Creates the error for a write that waited too long, or whose callers all hung up. */
  readonly toError: (why: 'too-long' | 'nobody') => Error;
}

/** Number of consecutive writes after which a waiting read runs. */
const maxWritesInARow = 10;
/** Time in ms after which urgent reads (those that the caller of a write waits for) alternate with writes. */
const maxUrgentWait = 3_000;

/**
 * True if a newer body sets everything that an older one sets, so that the older need not be sent: all its keys, and
 * lists that are at least as long (SchedZones and SchedSettings may be partial, wire facts 2).
 */
export function supersedes(newer: unknown, older: unknown): boolean {
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
}

/** Creates the queue of one bridge. */
export function createQueue({ now, maxWait, toError }: QueueOptions): Queue {
  const reads: ReadJob[] = [];
  const writes: WriteJob[] = [];
  let isWorking = false;
  let running: Job | undefined;
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

  /** Each caller has its own time limit, even if a newer write replaced its write. */
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
      running = job;
      const { callers } = job;
      try {
        const value = await callers.at(-1)!.run();
        for (const caller of callers) caller.resolve(value);
      } catch (error) {
        for (const caller of callers) caller.reject(error);
      }
    }
    running = undefined;
    isWorking = false;
  };

  const toCaller = (run: Caller['run'], signal?: AbortSignal): Caller => ({
    ...Promise.withResolvers<unknown>(),
    since: now(),
    signal,
    run,
  });

  /** Adds a job to the jobs of its kind, by default at the end; resolves to the result of its newest caller. */
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

  const endAll = (error: Error, jobs: readonly Job[] = []) => {
    for (const { callers } of [...jobs, ...reads.splice(0), ...writes.splice(0)])
      for (const caller of callers.splice(0)) caller.reject(error);
  };

  /** Returns the position after the last urgent read. */
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
      // Jobs behind a stalled device are rejected immediately, so that their callers may submit them again.
      signal?.addEventListener('abort', dropStale);
      const forget = () => signal?.removeEventListener('abort', dropStale);
      caller.promise.then(forget, forget);
      const at = writes.findIndex((job) => hasKey(job, key) && supersedes(body, job.body));
      // The shared list of callers, by which the older writes check whether a caller still waits.
      callers = at < 0 ? [] : writes.splice(at, 1)[0]!.callers;
      callers.push(caller);
      return enqueue(writes, { key, body, callers });
    },
    hasNewer: (write) => findNewer(write) !== undefined,
    ask: (run) =>
      closedBy === undefined
        ? start(reads, { key: undefined, urgentSince: now(), callers: [toCaller(run)], isCheck: true }, 0)
        : Promise.reject(closedBy),
    hold: (error) => {
      heldBy = error;
      // Without callers, a running write is not repeated after {BUSY}.
      if (error !== undefined) endAll(error, running === undefined || running.isCheck ? [] : [running]);
    },
    heldBy: () => heldBy,
    close: (error) => {
      closedBy = error;
      endAll(error);
    },
  };
}
