import { AssertionError } from 'node:assert';
import { setImmediate } from 'node:timers';
import { targetOf } from '@plenum/protocol/command';
import { fromComponentId } from '@plenum/protocol/component';
import { PlenumError } from '@plenum/protocol/error';
import { createCalendar } from '@plenum/simulator';
import { startCloud } from '../cloud/start-cloud.ts';
import type { TestCloud } from '../cloud/test-cloud.ts';
import { toSeconds } from '../duration.ts';
import { connections } from '../house/connections.ts';
import { startHouse } from '../house/start-house.ts';
import type { TestHouse } from '../house/test-house.ts';
import { type Action, showAction } from './action.ts';
import { compare, type Expectation, type FieldRef } from './expectation.ts';
import { type Inbox, openInbox } from './inbox.ts';
import type { Scenario, Step } from './read-scenario.ts';

/** Something that happened in a scenario: an action or an expectation. */
export interface ScenarioLine {
  /** Time of the house, in ms UTC. */
  readonly at: number;
  readonly text: string;
  readonly result: 'done' | 'met' | 'failed';
  /** The reason of a failure, in a sentence. */
  readonly why?: string;
}

export interface ScenarioResult {
  readonly lines: readonly ScenarioLine[];
  /** True if no action and no expectation failed. */
  readonly hasPassed: boolean;
}

/** The parts that the steps of a scenario use. */
interface World {
  readonly house: TestHouse;
  readonly cloud: TestCloud | undefined;
  readonly inbox: Inbox | undefined;
  /** Returns the number of messages that the inbox had before the last action. */
  readonly receivedBefore: () => number;
  /** Resolves to the energy that the house has used since the start, in kWh; undefined if it does not know. */
  readonly used: () => Promise<number | undefined>;
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Turns of the event loop that an answer may take before time passes in the house. */
const turnsPerSecond = 200;
/** Time in the house after which an action without an answer fails, in seconds. */
const maxAnswerTime = 120;
/** Real time in which a webhook arrives once the house has sent the change to the cloud, in ms. */
const deliveryTime = 10_000;
/** House time between two looks at the webhooks, in seconds, and the real time for each, in ms. */
const lookEvery = 10;
const lookTime = 20;
/** An app of a scenario may do whatever an app can be allowed. */
const scopes = ['query-control', 'lighting', 'garage', 'history'] as const;

/**
 * Waits for the answer to an action. In a house without a cloud, no time passes by itself, so a client that waits for
 * its bridge needs the time of the house to move.
 */
const settle = async <T>(sent: Promise<T>, { house, cloud }: Pick<World, 'house' | 'cloud'>): Promise<T> => {
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

/** Resolves to the energy that a house has used since a time, in kWh; undefined if it does not know. */
const readEnergy = async (
  from: number,
  world: Pick<World, 'house' | 'cloud'>,
): Promise<number | undefined> => {
  const { total } = await settle(world.house.client.energy.read({ by: 'hour', from }), world);
  return total.used === null ? undefined : total.used / 1000;
};

const componentIdOf = async (
  { client }: TestCloud,
  { kind, index }: Pick<FieldRef, 'kind' | 'index'>,
): Promise<string> => {
  const { components } = await client.discover();
  const found = components.find(({ componentId }) => {
    const ref = fromComponentId(componentId);
    return ref?.kind === kind && ref.index === index;
  });
  if (found !== undefined) return found.componentId;
  throw new AssertionError({ message: `The cloud does not show ${kind} ${index} to the app.` });
};

const perform = async (action: Action, world: World): Promise<void> => {
  const { house, cloud } = world;
  switch (action.does) {
    case 'command':
      await house.client.command(action.command.name, action.command.body as never);
      return;
    case 'app': {
      const { name, body } = action.command;
      await cloud!.client.control(await componentIdOf(cloud!, targetOf(action.command)), { [name]: body });
      return;
    }
    case 'cloud':
      cloud!.setReachable(action.isReachable);
      await connections.get(house)!(action.isReachable);
      return;
    default:
      await house.client.simulation.applyOverride(action.override.name, action.override.body as never);
  }
};

/** Returns why an action did not end as a step says; undefined if it did. */
const whyNotDone = async ({ action, fails }: Step, world: World): Promise<string | undefined> => {
  try {
    await settle(perform(action!, world), world);
    return fails === undefined ? undefined : `It succeeded, and had to fail as "${fails}".`;
  } catch (error) {
    if (error instanceof AssertionError) return error.message;
    if (!(error instanceof PlenumError)) throw error;
    if (fails === undefined) return error.message;
    return error.code === fails
      ? undefined
      : `It failed as "${error.code}", and had to fail as "${fails}": ${error.message}`;
  }
};

const toCelsius = (wire: unknown) => `${(Number(wire) / 100).toFixed(2)} °C`;

/** Returns the value of a field of a datagram that an expectation found instead. */
const valueIn = (error: unknown, { field }: FieldRef): unknown => {
  if (error instanceof AssertionError) return (error.actual as Record<string, unknown> | undefined)?.[field];
  throw error;
};

/** Returns why an expectation was not met; undefined if it was. */
const whyNotMet = async (expectation: Expectation, world: World): Promise<string | undefined> => {
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
  { house, inbox, receivedBefore }: World,
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

/** Lets time pass until the time of a step. */
const waitFor = async ({ at, after }: Step, { house }: World, timeZone: string): Promise<void> => {
  if (after !== undefined) return house.advance(after);
  if (at === undefined) return;
  const [hours, minutes] = at.split(':').map(Number) as [number, number];
  const now = house.at();
  // A day has at most 25 hours, and each minute of it begins once.
  const next = createCalendar(timeZone)
    .minutesBetween(now - 1, now + 26 * 3_600_000)
    .find(({ minute }) => minute === 60 * hours + minutes)!;
  const seconds = Math.round((next.at - now) / 1000);
  if (seconds > 0) await house.advance(`${seconds}s`);
};

/**
 * Runs a scenario in the time of its house, which takes a fraction of a second. `onLine` is called with each action and
 * each expectation when it is over; one that fails does not end the scenario.
 */
export const runScenario = async (
  { house: options, timeZone, steps }: Scenario,
  { onLine = () => {} }: { readonly onLine?: (line: ScenarioLine) => void } = {},
): Promise<ScenarioResult> => {
  await using stack = new AsyncDisposableStack();
  const needsCloud = steps.some(
    ({ action, expectation }) =>
      action?.does === 'app' || action?.does === 'cloud' || expectation?.expects.expects === 'webhook',
  );
  const cloud = needsCloud ? stack.use(await startCloud({ scopes })) : undefined;
  const inbox = cloud && stack.use(await openInbox(cloud));
  const house = stack.use(await startHouse({ ...options, ...(cloud && { cloud }) }));
  const from = house.at();
  const needsEnergy = steps.some(({ expectation }) => expectation?.expects.expects === 'energy');
  const before = needsEnergy ? await readEnergy(from, { house, cloud }) : undefined;
  let received = 0;
  const world: World = {
    house,
    cloud,
    inbox,
    receivedBefore: () => received,
    used: async () => {
      const now = await readEnergy(from, { house, cloud });
      return now === undefined ? undefined : now - (before ?? 0);
    },
  };

  const lines: ScenarioLine[] = [];
  const add = (text: string, result: ScenarioLine['result'], why: string | undefined) => {
    const line: ScenarioLine = {
      at: house.at(),
      text,
      result: why === undefined ? result : 'failed',
      ...(why !== undefined && { why }),
    };
    lines.push(line);
    onLine(line);
  };
  for (const step of steps) {
    await waitFor(step, world, timeZone);
    const { action, fails, expectation } = step;
    if (action !== undefined) {
      received = inbox?.messages.length ?? 0;
      const why = await whyNotDone(step, world);
      add(`${showAction(action)}${fails === undefined ? '' : ` fails: ${fails}`}`, 'done', why);
    }
    if (expectation !== undefined)
      add(expectation.sentence, 'met', await whyNotMet(expectation.expects, world));
  }
  return { lines, hasPassed: lines.every(({ result }) => result !== 'failed') };
};
