import { AssertionError } from 'node:assert';
import { componentsIn, describeMessages, type Received } from '../cloud/message.ts';
import { toSeconds } from '../duration.ts';
import { compare, type Expectation, type ExpectedWebhook, type FieldRef } from './expectation.ts';
import { settleWebhooks, type World } from './world.ts';

/** House time between two looks at the webhooks, in seconds. */
const lookEvery = 10;

/** Returns a temperature as a wire value. It is not rounded to one: nothing is at exactly 20.995 °C. */
const toWire = (celsius: number): number => Math.round(celsius * 1e6) / 1e4;

const toCelsius = (wire: unknown) => `${(Number(wire) / 100).toFixed(2)} °C`;

/** Returns the value of a field of a datagram that an expectation found instead. */
const valueIn = (error: unknown, { field }: FieldRef): unknown => {
  if (error instanceof AssertionError) return (error.actual as Record<string, unknown> | undefined)?.[field];
  throw error;
};

/** Returns why an expectation was not met; undefined if it was. */
export async function whyNotMet(expectation: Expectation, world: World): Promise<string | undefined> {
  const { house } = world;
  const expectValue = ({ kind, index, field }: FieldRef, isMet: (value: unknown) => boolean, span?: string) =>
    house.expectState(kind, index, { [field]: isMet }, span === undefined ? {} : { within: span });
  const current = (of: FieldRef): Promise<unknown> =>
    expectValue(of, () => false).catch((error: unknown) => valueIn(error, of));

  switch (expectation.expects) {
    case 'reached': {
      const { of, celsius, within } = expectation;
      const wanted = toWire(celsius);
      const first = Number(await current(of));
      const isMet = (value: unknown) => (first <= wanted ? Number(value) >= wanted : Number(value) <= wanted);
      return expectValue(of, isMet, within).then(
        () => undefined,
        (error: unknown) => `It went from ${toCelsius(first)} to ${toCelsius(valueIn(error, of))}.`,
      );
    }
    case 'kept': {
      const { of, is, celsius, span } = expectation;
      const isBroken = (value: unknown) => !compare(is, value, toWire(celsius));
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
    case 'webhooks':
      return whyNotExactly(expectation, world);
    case 'energy': {
      const used = await world.used();
      if (used === undefined) return 'The house does not know how much energy it used.';
      return compare(expectation.is, used, expectation.kilowattHours)
        ? undefined
        : `It used ${used.toFixed(2)} kWh.`;
    }
  }
}

/** Returns why the app did not receive a value; undefined if it did, because of this step or within some time. */
const whyNotReceived = async (
  { of, value, within = '1s' }: Extract<Expectation, { expects: 'webhook' }>,
  world: World,
): Promise<string | undefined> => {
  const { house, inbox, receivedBefore } = world;
  const values = () =>
    inbox!.messages
      .slice(receivedBefore())
      .flatMap(componentsIn)
      .filter(({ kind, index }) => kind === of.kind && index === of.index)
      .map(({ datagram }) => datagram[of.field]);
  await settleWebhooks(world);
  for (let left = toSeconds(within); left > 0 && !values().includes(value); left -= lookEvery) {
    await house.advance(`${Math.min(left, lookEvery)}s`);
    await settleWebhooks(world);
  }
  const received = values();
  if (received.includes(value)) return undefined;
  return received.length === 0
    ? 'It received no event of that component.'
    : `It received ${received.map((one) => JSON.stringify(one)).join(', ')}.`;
};

const isAs = ({ of, field }: ExpectedWebhook, received: Received | undefined): boolean =>
  received !== undefined &&
  received.kind === of.kind &&
  received.index === of.index &&
  (field === undefined || compare(field.is, received.datagram[field.name], field.value));

/** Returns why the app did not receive exactly some webhooks in their order; undefined if it did. */
const whyNotExactly = async (
  { webhooks, within }: Extract<Expectation, { expects: 'webhooks' }>,
  world: World,
): Promise<string | undefined> => {
  const { house, inbox, receivedBefore } = world;
  await settleWebhooks(world);
  // All of the time passes: another webhook may come at its end.
  await house.advance(within);
  await settleWebhooks(world);
  const messages = inbox!.messages.slice(receivedBefore());
  // A Sync is about no component, so it is not one of those expected.
  const received = messages.flatMap((one): readonly (Received | undefined)[] =>
    one.requestType === 'Event' ? componentsIn(one) : [undefined],
  );
  const isMet =
    received.length === webhooks.length && webhooks.every((one, place) => isAs(one, received[place]));
  if (isMet) return undefined;
  const lines = describeMessages(inbox!.messages).slice(receivedBefore());
  return lines.length === 0
    ? 'The app received nothing.'
    : `The app received:${lines.map((line) => `\n${line}`).join('')}`;
};
