import { retryStoreAfter, storeErrors } from '../failure/store-errors.ts';

/** The response of each transport to an internal failure: HTTP status, result of interface 7, one sentence. */
export interface ServerFailure {
  readonly status: 500 | 503;
  readonly result: 'Error';
  readonly detail: string;
  /** Seconds after which to retry (`Retry-After`), or undefined if a retry would not help. */
  readonly retryAfter?: number;
}

/**
 * Converts an error to a response. An unavailable store is transient: 503. The response to any other error contains
 * only an id, under which the full error is logged.
 */
export const toServerFailure = (error: unknown, id: string): ServerFailure =>
  storeErrors.is(error)
    ? { status: 503, result: 'Error', detail: error.message, retryAfter: retryStoreAfter }
    : {
        status: 500,
        result: 'Error',
        detail: `Something went wrong in this cloud; its operator can find the cause in the log under ${id}.`,
      };
