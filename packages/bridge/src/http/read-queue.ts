import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { type Clock, createFairQueue } from '@plenum/platform';
import type { HttpLimits } from './limits.ts';

/** Limits for waiting long reads and for their unread responses; times in ms. */
export type ReadLimits = Pick<
  HttpLimits,
  'waitingReads' | 'addressWaitingReads' | 'unreadAnswers' | 'addressUnreadAnswers' | 'readTimeout'
>;

type Recipient = Pick<Writable, 'once' | 'destroy' | 'destroyed'>;

/** A request whose response takes long. `place` is the client's IPv4 address, or its /64 network for IPv6. */
interface WaitingRead {
  readonly place: string;
  readonly recipient: Recipient;
  /**
   * Reads and responds. If `why` is given, it must respond without reading, because the queue is full or its client has
   * disconnected.
   */
  readonly answer: (why?: 'gone' | 'full' | 'address-full') => Promise<void> | void;
}

/**
 * Queue of long reads, which run one at a time. Addresses take turns. After each read the queue pauses for as long as
 * it took, so that clients with short requests are served in the meantime. A response counts towards the limits until
 * its client has read it. This is not a batch queue (`@plenum/platform`), since each read has a separate response.
 */
export interface ReadQueue {
  /** Adds a read, which runs immediately if no other is running. */
  add(read: WaitingRead): void;
}

/** Maximum pause after a read, in ms. */
const maxRest = 1_000;
/** Age from which an unread response is discarded to make room for another, in ms. */
const oldAfter = 2_000;

export function createReadQueue(limits: ReadLimits, clock: Clock): ReadQueue {
  const queue = createFairQueue<WaitingRead>();
  /** Unread responses, oldest first. */
  const unread = new Map<Recipient, { readonly place: string; readonly since: number }>();
  let isBusy = false;

  const unreadOf = (place: string) => [...unread.values()].filter((one) => one.place === place).length;

  const hasRoomOf = (place: string) => unreadOf(place) < limits.addressUnreadAnswers;

  /** True if there is room for one more response. If not, the oldest unread one is discarded once it is old enough. */
  const hasRoom = (): boolean => {
    const [oldest] = unread;
    if (unread.size < limits.unreadAnswers || oldest === undefined) return true;
    const [recipient, { since }] = oldest;
    const age = clock.now() - since;
    if (age >= oldAfter) recipient.destroy();
    else clock.after(oldAfter - age, work);
    return false;
  };

  const hold = ({ place, recipient }: WaitingRead) => {
    unread.set(recipient, { place, since: clock.now() });
    const cancel = clock.after(limits.readTimeout, () => recipient.destroy());
    recipient.once('close', () => {
      cancel();
      unread.delete(recipient);
      work();
    });
  };

  const work = () => {
    if (isBusy || queue.size() === 0 || !hasRoom()) return;
    const read = queue.takeNext(hasRoomOf);
    if (read === undefined) return;
    isBusy = true;
    hold(read);
    const begun = clock.now();
    const end = () => {
      isBusy = false;
      work();
    };
    const startRest = () => {
      const rest = Math.min(maxRest, clock.now() - begun);
      if (rest > 0) clock.after(rest, end);
      else setImmediate(end);
    };
    const answering = read.answer();
    if (answering === undefined) startRest();
    else answering.finally(startRest);
  };

  const forget = (read: WaitingRead) => {
    if (queue.remove((one) => one === read).length > 0) read.answer('gone');
  };

  return {
    add: (read) => {
      if (read.recipient.destroyed) return void read.answer('gone');
      if (queue.size(read.place) >= limits.addressWaitingReads) return void read.answer('address-full');
      if (queue.size() >= limits.waitingReads) return void read.answer('full');
      queue.add(read.place, read);
      read.recipient.once('close', () => forget(read));
      work();
    },
  };
}
