import { AssertionError } from 'node:assert';
import { type ComponentRef, findDatagram, fromComponentId, withoutClock } from '@plenum/protocol/component';
import type { Inbox, TestCloud } from '../cloud/test-cloud.ts';
import type { TestHouse } from '../house/test-house.ts';
import { nextTurn } from '../turn.ts';

/** The parts that the steps of a scenario use. */
export interface World {
  readonly house: TestHouse;
  readonly cloud: TestCloud | undefined;
  readonly inbox: Inbox | undefined;
  /** Returns the number of messages that the inbox had before the action of this step. */
  readonly receivedBefore: () => number;
  /** True unless the house was cut off from its cloud. */
  readonly isReachable: () => boolean;
  /** Real time in which a webhook arrives once the house has sent the change to the cloud, in ms. */
  readonly deliveryTime: number;
  /** Resolves to the energy that the house has used since the start, in kWh; undefined if it does not know. */
  readonly used: () => Promise<number | undefined>;
}

/** Returns what the cloud may see of a component, to compare. */
const toComparable = ({ kind, index }: ComponentRef, datagram: object | undefined): string =>
  `${kind} ${index} ${JSON.stringify(datagram && withoutClock(kind, datagram))}`;

/** True if the cloud knows the current state of the house. */
const isUpToDate = async (house: TestHouse, { client }: TestCloud): Promise<boolean> => {
  const datagrams = await house.client.datagrams();
  const { components } = await client.discover();
  return components.every(({ componentId, datagram }) => {
    const ref = fromComponentId(componentId);
    if (ref === undefined) return true;
    return toComparable(ref, datagram) === toComparable(ref, findDatagram(datagrams, ref.kind, ref.index));
  });
};

/** Real time between two looks at the cloud, in ms. */
const lookTime = 5;

/**
 * Waits until the app has received everything that its cloud has to tell it: the cloud knows the state of the house,
 * unless it is out of reach, and has delivered its messages. Gives up after `deliveryTime`.
 */
export async function settleWebhooks({
  house,
  cloud,
  inbox,
  isReachable,
  deliveryTime,
}: World): Promise<void> {
  if (cloud === undefined || inbox === undefined) return;
  const until = performance.now() + deliveryTime;
  while (isReachable() && performance.now() < until && !(await isUpToDate(house, cloud)))
    await inbox.next(lookTime);
  // Delivers what is due now.
  await cloud.clock.step('0s');
}

/** Turns of the event loop that an answer may take before time passes in the house. */
const turnsPerSecond = 200;
/** Time in the house after which an action without an answer fails, in seconds. */
const maxAnswerTime = 120;

/**
 * Waits for the answer to an action. In a house without a cloud, no time passes by itself, so a client that waits for
 * its bridge needs the time of the house to move.
 */
export async function settle<T>(
  sent: Promise<T>,
  { house, cloud }: Pick<World, 'house' | 'cloud'>,
): Promise<T> {
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
}
