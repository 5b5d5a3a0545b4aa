import { retryStoreAfter, storeErrors } from '../failure/store-errors.ts';

/** How each transport answers an internal failure: HTTP status, result of interface 7, one sentence. */
export interface ServerFailure {
  readonly ok: false;
  readonly status: 500 | 503;
  readonly result: 'Error';
  readonly detail: string;
  /** Seconds until a retry makes sense (`Retry-After`); undefined where it does not. */
  readonly retryAfter?: number;
}

/**
 * An unavailable store is transient: 503. Any other error is answered with an id only, under which the log has the whole error.
 */
export const toServerFailure = (error: unknown, id: string): ServerFailure =>
  storeErrors.is(error)
    ? { ok: false, status: 503, result: 'Error', detail: error.message, retryAfter: retryStoreAfter }
    : {
        ok: false,
        status: 500,
        result: 'Error',
        detail: `Something went wrong here; the operator finds it under ${id}.`,
      };
