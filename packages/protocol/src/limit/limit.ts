/** What a limit is about; its value is one of the shapes below. */
export interface LimitFacts {
  /** What is counted, for documents; bytes and times in their names, everything else by number. */
  readonly of: string;
  /** What each has a share of its own: an account, an app, an address ... */
  readonly per: string;
  /** What happens beyond the limit. */
  readonly beyond: string;
  readonly unit?: 'bytes' | 'ms';
  /** True if the value is for each bridge that an account may have, so that it grows where an operator allows more. */
  readonly isPerBridge?: true;
}

/** A token bucket: a second in the long run, and at once. */
export interface RateLimit extends LimitFacts {
  readonly rate: number;
  readonly burst: number;
}

/** A fair semaphore: how many at a time in all and of each key, how many of a key wait, and how long (ms). */
export interface SemaphoreLimit extends LimitFacts {
  readonly maxConcurrent?: number;
  readonly maxPerKey?: number;
  readonly maxWaiting?: number;
  readonly maxWait?: number;
}

/** A counter with expiry: failures without a wait, and the longest wait (ms). */
export interface FailureLimit extends LimitFacts {
  readonly free: number;
  readonly maxWait: number;
}

/** A number, size or time that is not exceeded. */
export interface MostLimit extends LimitFacts {
  readonly most: number;
}

/** One row of a table of limits. */
export type Limit = RateLimit | SemaphoreLimit | FailureLimit | MostLimit;

/** Rows by the names that call sites use. */
export type Limits = Readonly<Record<string, Limit>>;
