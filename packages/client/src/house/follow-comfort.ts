import { type Clock, every } from '@plenum/platform';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import type { House } from './house.ts';

export interface FollowComfortDeps {
  readonly clock: Clock;
  readonly onComfort: (answer: ComfortAnswer) => void;
  readonly onError: (error: unknown) => void;
}

/** Polling interval, in ms. What a house has learnt changes once a day. */
const interval = 600_000;

/** Polls what a house has learnt about its rooms, if its bridge learns, until the returned function is called. */
export function followComfort(house: House, { clock, onComfort, onError }: FollowComfortDeps): () => void {
  const read = () =>
    house
      .readComfort?.()
      .then((answer) => answer && onComfort(answer))
      .catch(onError);
  void read();
  return every(clock, interval, read);
}
