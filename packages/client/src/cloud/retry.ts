import type { Backoff } from '@plenum/platform/backoff';

/** Delay between two attempts if the cloud requests none. */
export const reconnectBackoff: Backoff = { first: 500, max: 30_000 };

/** Statuses after which a request may be repeated: too many requests, or the store of the cloud is unavailable. */
export const transientStatuses: readonly number[] = [429, 503];

/** Returns the delay that the cloud requests (`Retry-After` in seconds, RFC 9110, 10.2.3) in ms, up to a maximum. */
export function retryAfterOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(reconnectBackoff.max, seconds * 1_000) : reconnectBackoff.first;
}
