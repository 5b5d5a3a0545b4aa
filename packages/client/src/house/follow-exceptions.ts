import { type Clock, every } from '@plenum/platform';
import type { KeptException } from '@plenum/protocol/schedule';
import type { House } from './house.ts';

export interface FollowExceptionsDeps {
  readonly clock: Clock;
  /** Called with those that are not over, in order of time; undefined if the bridge keeps none. */
  readonly onExceptions: (exceptions: readonly KeptException[] | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** Polled, because no change of the house reports them. */
const interval = 15_000;

/**
 * Keeps reading the dates on which favourites differ from the weekly pattern, until the returned function is called.
 */
export const followExceptions = (
  house: House,
  { clock, onExceptions, onError }: FollowExceptionsDeps,
): (() => void) => {
  const read = () => house.readExceptions?.().then(onExceptions).catch(onError);
  void read();
  return every(clock, interval, read);
};
