import { type Clock, every } from '@plenum/platform';
import type { KeptException } from '@plenum/protocol/schedule';
import type { House } from './house.ts';

export interface FollowExceptionsDeps {
  readonly clock: Clock;
  /** Called with those that are not over, in order of time; undefined if the bridge keeps none. */
  readonly onExceptions: (exceptions: readonly KeptException[] | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** No change of the house tells of them. */
const interval = 15_000;

/** Keeps reading what the favourites of a house do on some dates; the returned function ends that. */
export const followExceptions = (
  house: House,
  { clock, onExceptions, onError }: FollowExceptionsDeps,
): (() => void) => {
  const read = () => house.readExceptions?.().then(onExceptions).catch(onError);
  void read();
  return every(clock, interval, read);
};
