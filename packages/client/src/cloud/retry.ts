import type { Backoff } from '@plenum/machine/backoff';
/** Milliseconds between two tries, where the cloud does not say. */
export const reconnectBackoff: Backoff = { first: 500, max: 30_000 };

/** Statuses after which the same may be asked again: too many requests, or the cloud has no store for the moment. */
export const transientStatuses: readonly number[] = [429, 503];

/** Milliseconds after which a cloud wants to be asked again (`Retry-After` in seconds, RFC 9110, 10.2.3), within reason. */
export const retryAfterOf = ({ headers }: Response): number => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(reconnectBackoff.max, seconds * 1_000) : reconnectBackoff.first;
};
