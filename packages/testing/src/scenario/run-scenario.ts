import { isRecord } from '@plenum/protocol/json';
import { createCalendar } from '@plenum/simulator';
import { startCloud } from '../cloud/start-cloud.ts';
import { aFunction, checkOptions, checkValue, type Rule, type Rules, wholeNumber } from '../given.ts';
import { startHouse } from '../house/start-house.ts';
import { showAction } from './action.ts';
import { whyNotMet } from './judge.ts';
import { whyNotDone } from './perform.ts';
import type { Scenario, Step } from './scenario.ts';
import { settle, settleWebhooks, type World } from './world.ts';

/** Something that happened in a scenario: an action or an expectation. */
export interface ScenarioLine {
  /** Time of the house, in ms UTC. */
  readonly at: number;
  readonly text: string;
  readonly result: 'done' | 'met' | 'failed';
  /** The reason of a failure, in a sentence. */
  readonly why?: string;
  /** The line of its step in the file, counted from 1. */
  readonly line: number;
  /** Real time that it took, in ms. */
  readonly took: number;
}

export interface ScenarioResult {
  readonly lines: readonly ScenarioLine[];
  /** True if no action and no expectation failed. */
  readonly hasPassed: boolean;
}

export interface RunOptions {
  /** Called with each action and each expectation when it is over. */
  readonly onLine?: (line: ScenarioLine) => void;
  /** Real time in which a webhook arrives once the house has sent the change to the cloud, in ms; 10 s by default. */
  readonly deliveryTime?: number;
}

const aScenario: Rule = {
  isRight: (value) => isRecord(value) && Array.isArray(value.steps),
  expected: 'an opened scenario: runScenario(openScenario("summer-day"))',
};

const optionRules: Rules<RunOptions> = {
  onLine: aFunction('a function'),
  deliveryTime: wholeNumber(0, 3_600_000, 'a time in ms, at most 3600000'),
};

/** An app of a scenario may do whatever an app can be allowed. */
const scopes = ['query-control', 'lighting', 'garage', 'history'] as const;

/** Resolves to the energy that a house has used since a time, in kWh; undefined if it does not know. */
const readEnergy = async (
  from: number,
  world: Pick<World, 'house' | 'cloud'>,
): Promise<number | undefined> => {
  const { total } = await settle(world.house.client.energy.read({ by: 'hour', from }), world);
  return total.used === null ? undefined : total.used / 1000;
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
 * Runs a scenario in the time of its house, which takes a fraction of a second. A line that fails does not end the
 * scenario.
 */
export async function runScenario(scenario: Scenario, given: RunOptions = {}): Promise<ScenarioResult> {
  checkValue('runScenario', 'its scenario', scenario, aScenario);
  checkOptions('runScenario', given, optionRules);
  const { house: options, timeZone, steps } = scenario;
  const { onLine = () => {}, deliveryTime = 10_000 } = given;
  await using stack = new AsyncDisposableStack();
  const needsCloud = steps.some(
    ({ action, expectation, webhooks }) =>
      action?.does === 'app' ||
      action?.does === 'cloud' ||
      webhooks !== undefined ||
      expectation?.expects.expects === 'webhook',
  );
  const cloud = needsCloud ? stack.use(await startCloud({ scopes })) : undefined;
  const inbox = cloud && stack.use(await cloud.openInbox());
  const house = stack.use(await startHouse({ ...options, ...(cloud && { cloud }) }));
  const from = house.at();
  const needsEnergy = steps.some(({ expectation }) => expectation?.expects.expects === 'energy');
  const before = needsEnergy ? await readEnergy(from, { house, cloud }) : undefined;
  let received = 0;
  let isReachable = true;
  const world: World = {
    house,
    cloud,
    inbox,
    receivedBefore: () => received,
    isReachable: () => isReachable,
    deliveryTime,
    used: async () => {
      const now = await readEnergy(from, { house, cloud });
      return now === undefined ? undefined : now - (before ?? 0);
    },
  };

  const lines: ScenarioLine[] = [];
  const run = async (
    { line }: Step,
    text: string,
    result: ScenarioLine['result'],
    act: () => Promise<string | undefined>,
  ) => {
    const began = performance.now();
    const why = await act();
    const done: ScenarioLine = {
      at: house.at(),
      text,
      result: why === undefined ? result : 'failed',
      ...(why !== undefined && { why }),
      line,
      took: performance.now() - began,
    };
    lines.push(done);
    onLine(done);
  };
  for (const step of steps) {
    const { at, after, action, fails, expectation, webhooks } = step;
    // An event that an earlier action or time caused does not meet the expectations of a later one.
    const begin = async () => {
      await settleWebhooks(world);
      received = inbox?.messages.length ?? 0;
    };
    if ((at ?? after) !== undefined) await begin();
    await waitFor(step, world, timeZone);
    if (action !== undefined) await begin();
    if (action?.does === 'cloud') isReachable = action.isReachable;
    if (action !== undefined)
      await run(step, `${showAction(action)}${fails === undefined ? '' : ` fails: ${fails}`}`, 'done', () =>
        whyNotDone(step, world),
      );
    for (const one of [webhooks, expectation])
      if (one !== undefined) await run(step, one.sentence, 'met', () => whyNotMet(one.expects, world));
  }
  return { lines, hasPassed: lines.every(({ result }) => result !== 'failed') };
}
