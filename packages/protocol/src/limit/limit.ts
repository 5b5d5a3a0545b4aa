export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const retryLater = '429 with `Retry-After`';
export const readLater = 'they are read later';
export const closed = 'the connection is closed';

/** The subject of a limit. Its value has one of the shapes below. */
interface LimitFacts {
  /** The counted item, for the documentation. Bytes and times are stated in the name; all other values are counts. */
  readonly of: string;
  /** The key with a separate quota: an account, an app, an address ... */
  readonly per: string;
  /** The consequence of exceeding the limit. */
  readonly beyond: string;
  readonly unit?: 'bytes' | 'ms' | '%';
  /**
   * Set if the value is multiplied by the number of bridges that an account may have, so it grows if an operator allows
   * more bridges.
   */
  readonly isPerBridge?: true;
  /** The minimum that a request counts as. */
  readonly least?: number;
  /** A time that belongs to the limit, in ms; its row says which. */
  readonly time?: number;
  /** Time by which a refusal is delayed, in ms. */
  readonly delay?: number;
  /** The longest time for which one key may delay others, in ms. */
  readonly turn?: number;
  /** The shortest pause between two turns, and the time for which a turn is valid, in ms. */
  readonly leastPause?: number;
  readonly usable?: number;
}

/** A token bucket: `rate` requests per second on average, and at most `burst` requests at once. */
export interface RateLimit extends LimitFacts {
  readonly rate: number;
  readonly burst: number;
}

/**
 * A fair semaphore: the number that may run at a time in total and per key, the number per key that may wait, and the
 * maximum wait (ms).
 */
export interface SemaphoreLimit extends LimitFacts {
  readonly maxConcurrent?: number;
  readonly maxPerKey?: number;
  readonly maxWaiting?: number;
  readonly maxWait?: number;
}

/** A counter that expires: the number of failures allowed before a wait, and the longest wait in ms. */
export interface FailureLimit extends LimitFacts {
  readonly free: number;
  readonly maxWait: number;
}

/** A maximum number, size or time. */
export interface MostLimit extends LimitFacts {
  readonly most: number;
}

/** One row of a table of limits. */
export type Limit = RateLimit | SemaphoreLimit | FailureLimit | MostLimit;

/** Rows of a table of limits, by their names in code. */
export type Limits = Readonly<Record<string, Limit>>;
