import { AssertionError } from 'node:assert';
import { fromComponentId } from '@plenum/protocol/component';
import { toSeconds } from '../duration.ts';
import { compare, type Expectation, type FieldRef } from './expectation.ts';
import type { World } from './world.ts';

/** House time between two looks at the webhooks, in seconds, and the real time for each, in ms. */
const lookEvery = 10;
const lookTime = 20;

const toCelsius = (wire: unknown) => `${(Number(wire) / 100).toFixed(2)} °C`;

/** Returns the value of a field of a datagram that an expectation found instead. */
const valueIn = (error: unknown, { field }: FieldRef): unknown => {
  if (error instanceof AssertionError) return (error.actual as Record<string, unknown> | undefined)?.[field];
  throw error;
};

/** Returns why an expectation was not met; undefined if it was. */
export const whyNotMet = async (expectation: Expectation, world: World): Promise<string | undefined> => {
  const { house } = world;
  const expectValue = ({ kind, index, field }: FieldRef, isMet: (value: unknown) => boolean, span?: string) =>
    house.expectState(kind, index, { [field]: isMet } as never, span === undefined ? {} : { within: span });
  const current = (of: FieldRef): Promise<unknown> =>
    expectValue(of, () => false).catch((error: unknown) => valueIn(error, of));

  switch (expectation.expects) {
    case 'reached': {
      const { of, celsius, within } = expectation;
      const wanted = Math.round(celsius * 100);
      const first = Number(await current(of));
      const isMet = (value: unknown) => (first <= wanted ? Number(value) >= wanted : Number(value) <= wanted);
      return expectValue(of, isMet, within).then(
        () => undefined,
        (error: unknown) => `It went from ${toCelsius(first)} to ${toCelsius(valueIn(error, of))}.`,
      );
    }
    case 'kept': {
      const { of, is, celsius, span } = expectation;
      const isBroken = (value: unknown) => !compare(is, value, Math.round(celsius * 100));
      return expectValue(of, isBroken, span).then(
        async () => `It was ${toCelsius(await current(of))}.`,
        (error: unknown) => void valueIn(error, of),
      );
    }
    case 'value': {
      const { of, is, value: wanted, within } = expectation;
      return expectValue(of, (value) => compare(is, value, wanted), within).then(
        () => undefined,
        (error: unknown) => `It was ${JSON.stringify(valueIn(error, of))}.`,
      );
    }
    case 'event':
      return house
        .expectEvent(
          expectation.event,
          expectation.within === undefined ? {} : { within: expectation.within },
        )
        .then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof AssertionError) return error.message;
            throw error;
          },
        );
    case 'webhook':
      return whyNotReceived(expectation, world);
    case 'energy': {
      const used = await world.used();
      if (used === undefined) return 'The house does not know how much energy it used.';
      return compare(expectation.is, used, expectation.kilowattHours)
        ? undefined
        : `It used ${used.toFixed(2)} kWh.`;
    }
  }
};

/** Returns why the app did not receive a value; undefined if it did, since its last step or within some time. */
const whyNotReceived = async (
  { of, value, within = '1s' }: Extract<Expectation, { expects: 'webhook' }>,
  { house, inbox, receivedBefore, deliveryTime }: World,
): Promise<string | undefined> => {
  const values = () =>
    inbox!.messages.slice(receivedBefore()).flatMap((message) =>
      message.requestType !== 'Event'
        ? []
        : message.requestBody.devices.flatMap(({ componentId, datagram }) => {
            const ref = fromComponentId(componentId);
            return ref?.kind === of.kind && ref.index === of.index
              ? (datagram as Record<string, unknown>)[of.field]
              : [];
          }),
    );
  const isThere = () => values().includes(value);
  for (let left = toSeconds(within); left > 0 && !isThere(); left -= lookEvery) {
    await house.advance(`${Math.min(left, lookEvery)}s`);
    await inbox!.next(lookTime);
  }
  const until = performance.now() + deliveryTime;
  while (!isThere() && performance.now() < until) await inbox!.next(until - performance.now());
  if (isThere()) return undefined;
  const received = values();
  return received.length === 0
    ? 'It received no event of that component.'
    : `It received ${received.map((one) => JSON.stringify(one)).join(', ')}.`;
};
