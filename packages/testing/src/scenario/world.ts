import { AssertionError } from 'node:assert';
import type { Inbox, TestCloud } from '../cloud/test-cloud.ts';
import type { TestHouse } from '../house/test-house.ts';
import { nextTurn } from '../turn.ts';

/** The parts that the steps of a scenario use. */
export interface World {
  readonly house: TestHouse;
  readonly cloud: TestCloud | undefined;
  readonly inbox: Inbox | undefined;
  /** Returns the number of messages that the inbox had before the last action. */
  readonly receivedBefore: () => number;
  /** Real time in which a webhook arrives once the house has sent the change to the cloud, in ms. */
  readonly deliveryTime: number;
  /** Resolves to the energy that the house has used since the start, in kWh; undefined if it does not know. */
  readonly used: () => Promise<number | undefined>;
}

/** Turns of the event loop that an answer may take before time passes in the house. */
const turnsPerSecond = 200;
/** Time in the house after which an action without an answer fails, in seconds. */
const maxAnswerTime = 120;

/**
 * Waits for the answer to an action. In a house without a cloud, no time passes by itself, so a client that waits for
 * its bridge needs the time of the house to move.
 */
export const settle = async <T>(
  sent: Promise<T>,
  { house, cloud }: Pick<World, 'house' | 'cloud'>,
): Promise<T> => {
  if (cloud !== undefined) return sent;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  sent.then(end, end);
  for (let seconds = 0; seconds < maxAnswerTime; seconds++) {
    for (let turn = 0; turn < turnsPerSecond && !isOver; turn++) await nextTurn();
    if (isOver) return sent;
    await house.advance('1s');
  }
  throw new AssertionError({ message: `There was no answer within ${maxAnswerTime} s.` });
};
