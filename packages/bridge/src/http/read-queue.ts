import type { Writable } from 'node:stream';
import { type Clock, createFairQueue } from '@plenum/platform';
import type { HttpLimits } from './limits.ts';

/** How many requests wait that take long to answer, how many of their answers are unread, and how long; times in ms. */
export type ReadLimits = Pick<
  HttpLimits,
  'waitingReads' | 'addressWaitingReads' | 'unreadAnswers' | 'addressUnreadAnswers' | 'readTimeout'
>;

/** The response that an answer goes to. */
export type Recipient = Pick<Writable, 'once' | 'destroy' | 'destroyed'>;

/** A request that takes long, and who waits for it: its place is an address (IPv4, or a /64 network). */
export interface WaitingRead {
  readonly place: string;
  readonly recipient: Recipient;
  /** Reads and answers; also called without having read where there is no place for it, or its client is gone. */
  readonly answer: (why?: 'gone' | 'full' | 'address-full') => Promise<void> | void;
}

/**
 * Reads that take long, one at a time and in turn by address. After each the bridge does nothing of the kind for as long as it
 * took, so that whoever asks for little is answered meanwhile. An answer counts until its client has read it. It is not a batch
 * queue (`@plenum/platform`): each read is answered alone, in the order of the addresses.
 */
export interface ReadQueue {
  /** Answers at once where nothing else is read. */
  add(read: WaitingRead): void;
}

/** The longest pause after a read, ms. */
const maxRest = 1_000;
/** An answer that was not read for so long makes place for another where there are too many, ms. */
const oldAfter = 2_000;

export const createReadQueue = (limits: ReadLimits, clock: Clock): ReadQueue => {
  const queue = createFairQueue<WaitingRead>();
  /** The oldest first. */
  const unread = new Map<Recipient, { readonly place: string; readonly since: number }>();
  let isBusy = false;

  const unreadOf = (place: string) => [...unread.values()].filter((one) => one.place === place).length;

  const hasRoomOf = (place: string) => unreadOf(place) < limits.addressUnreadAnswers;

  /** Whether there is room for one more answer; where all are in use, the oldest is given up once it is old. */
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
};
