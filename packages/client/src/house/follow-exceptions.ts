import { type Clock, every } from '@plenum/platform';
import type { KeptException } from '@plenum/protocol/schedule';
import type { House } from './house.ts';

export interface FollowExceptionsDeps {
  readonly clock: Clock;
  /** Called with the current and future exceptions in order of time; undefined if the bridge stores none. */
  readonly onExceptions: (exceptions: readonly KeptException[] | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** Polling interval, in ms. Exceptions are polled because the changes that a bridge reports do not include them. */
const interval = 15_000;

/** Polls the dates on which favourites differ from the weekly pattern, until the returned function is called. */
export function followExceptions(
  house: House,
  { clock, onExceptions, onError }: FollowExceptionsDeps,
): () => void {
  const read = () => house.readExceptions?.().then(onExceptions).catch(onError);
  void read();
  return every(clock, interval, read);
}
