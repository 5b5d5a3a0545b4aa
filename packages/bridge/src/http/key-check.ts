import { createHash, timingSafeEqual } from 'node:crypto';
import { type Clock, createTokenBucket, toClientNetwork } from '@plenum/platform';
import { bridgeLimits as limits } from '@plenum/protocol/limit';

/** Counts the wrong keys of each address (IPv4, or a /64 network). */
export interface Guesses extends Disposable {
  /** Seconds until an address may send a key again; 0 if it may now. */
  wait(address: string | undefined): number;
  count(address: string | undefined): void;
}

export function createGuesses(clock: Clock): Guesses {
  const limit = createTokenBucket(limits.wrongKeys, clock);
  const bucketOf = (address = '') => {
    const place = toClientNetwork(address);
    const isCounted =
      limit.size() < limits.countedAddresses.most || limit.look(place).left < limits.wrongKeys.burst;
    return isCounted ? place : 'others';
  };
  return {
    wait: (address) => limit.look(bucketOf(address)).wait,
    count: (address) => void limit.take(bucketOf(address)),
    [Symbol.dispose]: () => limit[Symbol.dispose](),
  };
}

/**
 * A checked key. `wait` is in seconds; it is above 0 if too many wrong keys came before, so this key was not
 * checked.
 */
interface CheckedKey {
  readonly isRight: boolean;
  readonly wait: number;
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Creates a check of the keys that addresses send. The right key is stored as a hash and compared in constant time. */
export function createKeyCheck(key: string, guesses: Guesses) {
  const expected = hash(key);
  return (given: string | undefined, address: string | undefined): CheckedKey => {
    const wait = given === undefined ? 0 : guesses.wait(address);
    if (given === undefined || wait > 0) return { isRight: false, wait };
    const isRight = timingSafeEqual(hash(given), expected);
    if (!isRight) guesses.count(address);
    return { isRight, wait };
  };
}
