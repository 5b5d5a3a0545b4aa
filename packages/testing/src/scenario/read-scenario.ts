import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFile, readTextFile } from '@plenum/bridge';
import { assetUrl } from '@plenum/platform/asset';
import { nearest } from '@plenum/protocol/command';
import { PlenumError } from '@plenum/protocol/error';
import { isRecord } from '@plenum/protocol/json';
import { ok, type Refusal, type Result, toSentence } from '@plenum/protocol/refusal';
import { openYaml } from '@plenum/simulator';
import { testingFailures } from '../failure.ts';
import { aText, checkValue } from '../given.ts';
import { toHouseToTest } from '../house/house-to-test.ts';
import type { HouseOptions } from '../house/test-house.ts';
import { type HouseAtStart, readAction } from './action.ts';
import { type ExpectedWebhook, readExpectation, readWebhook } from './expectation.ts';
import { cannotBe, checkMembers, within } from './problem.ts';
import type { Scenario, Step } from './scenario.ts';
import { type ScenarioFile, type StepFile, scenarioFrame, stepFile } from './schema.ts';

/** A step, or all its problems. */
const readStep = (
  { values, refusals }: ReturnType<typeof checkMembers>,
  atStart: HouseAtStart | undefined,
): { readonly step: Omit<Step, 'line'>; readonly refusals: readonly Refusal[] } => {
  const house = atStart?.state.datagrams;
  const problems = [...refusals];
  /** Returns a value, or adds the problem. */
  const or = <T>(read: Result<T>): T | undefined => {
    if (read.ok) return read.value;
    problems.push(read.refusal);
    return undefined;
  };
  const { at, after, fails, expect, webhooks, within: span } = values as StepFile;
  if (at !== undefined && after !== undefined)
    or(cannotBe('after', 'in a step with "at"', 'a step has one time'));
  const action = or(readAction(values as StepFile, atStart));
  const does = action?.does;
  // An action that cannot be read has a problem already.
  if (fails !== undefined && does !== 'command' && does !== 'app' && problems.length === 0)
    or(
      within(['fails'], cannotBe(fails, 'expected here', 'only a command and a request of an app can fail')),
    );
  if (webhooks !== undefined && action === undefined && problems.length === 0)
    or(
      within(
        ['webhooks'],
        cannotBe('webhooks', 'in a step without an action', 'they are what an action causes'),
      ),
    );
  if (span !== undefined && webhooks === undefined)
    or(
      within(
        ['within'],
        cannotBe(span, 'expected here', 'only "webhooks" have it; an expectation contains its own'),
      ),
    );
  const read = expect !== undefined && house && or(within(['expect'], readExpectation(expect, house)));
  const received =
    house &&
    webhooks?.flatMap((one, place) => or(within(['webhooks', String(place)], readWebhook(one, house))) ?? []);
  return {
    refusals: problems,
    step: {
      ...(at !== undefined && { at }),
      ...(after !== undefined && { after }),
      ...(action !== undefined && { action }),
      ...(fails !== undefined && { fails }),
      ...(read && { expectation: { sentence: expect!, expects: read } }),
      ...(received && { webhooks: toWebhooks(received, span) }),
    },
  };
};

const toWebhooks = (webhooks: readonly ExpectedWebhook[], span = '1 s'): NonNullable<Step['webhooks']> => {
  const list = webhooks.map(({ sentence }) => sentence).join('; ') || 'none';
  return {
    sentence: `webhooks within ${span}: ${list}`,
    expects: { expects: 'webhooks', webhooks, within: span },
  };
};

/** Opens the house of a scenario: its components at the start, and its time zone. */
const openHouse = (options: HouseOptions): Result<{ atStart: HouseAtStart; timeZone: string }> => {
  try {
    const { simulator, startsAt } = toHouseToTest(options).house;
    const state = simulator.initial(startsAt!);
    return ok({ atStart: { simulator, state }, timeZone: simulator.status(state).timeZone });
  } catch (error) {
    if (!(error instanceof PlenumError)) throw error;
    return cannotBe(options.file, 'the house', error.message.replace(/\.$/, ''));
  }
};

/** A scenario, or its problems: the first one, and all of them in the order of the file. */
export type ReadScenario =
  | { readonly ok: true; readonly value: Scenario }
  | { readonly ok: false; readonly refusal: Refusal; readonly refusals: readonly Refusal[] };

const toOptions = (values: Readonly<Record<string, unknown>>, file: string): HouseOptions => {
  const { house, seed, start: at, past } = values as Partial<ScenarioFile>;
  const options = { file: house && isFile(house) ? join(dirname(file), house) : house, seed, at, past };
  return JSON.parse(JSON.stringify(options));
};

/**
 * Reads the text of a scenario file, in YAML. Each problem is refused in one sentence with file, line and column.
 */
export function readScenario(text: string, file: string): ReadScenario {
  checkValue('readScenario', 'the text', text, aText('the text of a scenario file'));
  checkValue('readScenario', 'the file', file, aText('the path of the file, for the refusals'));
  const yaml = openYaml(text, file);
  if (!yaml.ok) return { ...yaml, refusals: [yaml.refusal] };
  const { value, place, lineOf } = yaml.value;
  const { values, refusals } = checkMembers(scenarioFrame, value);
  // A step that is not an object is refused below, with the other problems of the steps.
  const problems = refusals.filter(({ path }) => path[0] !== 'steps' || path.length === 1);
  const options = toOptions(values, file);
  const isComplete = options.file !== undefined && options.at !== undefined;
  const opened = isComplete ? within(['house'], openHouse(options)) : undefined;
  if (opened?.ok === false) problems.push(opened.refusal);
  const found = opened?.ok === true ? opened.value : undefined;
  const given = isRecord(value) && Array.isArray(value.steps) ? (value.steps as readonly unknown[]) : [];
  const steps = given.map((one, at) => {
    const path = ['steps', String(at)];
    const read = readStep(checkMembers(stepFile, one), found?.atStart);
    for (const refusal of read.refusals) problems.push({ ...refusal, path: [...path, ...refusal.path] });
    return { ...read.step, line: lineOf(path) };
  });
  if (problems.length > 0) {
    const placed = problems.map(place).toSorted((a, b) => positionOf(a) - positionOf(b));
    return { ok: false, refusal: placed[0]!, refusals: placed };
  }
  const { name, house: houseName } = values as ScenarioFile;
  return { ok: true, value: { name, file, houseName, house: options, timeZone: found!.timeZone, steps } };
}

/** Returns the position of a refusal in its file, to sort by. */
const positionOf = ({ facts }: Refusal): number => {
  const { line, column } = facts as { readonly line: number; readonly column: number };
  return 1_000_000 * line + column;
};

/** The scenarios in this package's `scenarios/`. */
export const scenarioNames = [
  'blocked-garage-door',
  'broken-sensor',
  'busy-bridge',
  'child-at-the-wall-switch',
  'empty-house',
  'lost-cloud',
  'power-cut',
  'stuck-damper',
  'summer-day',
  'winter-morning',
] as const;

const folder = assetUrl('testing/scenarios/');

/** Returns a scenario. Throws `wrong-scenario` with all problems of its file, one a line. */
const orThrow = (read: ReadScenario): Scenario => {
  if (read.ok) return read.value;
  throw testingFailures.error('wrong-scenario', { problems: read.refusals.map((one) => toSentence(one)) });
};

/**
 * Opens a shipped scenario by its name, or a scenario file by its path. Throws one of `testingFailures`, or
 * `bridgeFailures` if the file cannot be read.
 */
export function openScenario(typed: string): Scenario {
  checkValue('openScenario', 'the scenario', typed, aText('the name of a scenario, or the path of a file'));
  if (isFile(typed)) return orThrow(readScenario(readTextFile(typed), typed));
  if ((scenarioNames as readonly string[]).includes(typed)) {
    const file = `${typed}.yaml`;
    return orThrow(readScenario(readFileSync(new URL(file, folder), 'utf8'), file));
  }
  throw testingFailures.error('no-such-scenario', {
    typed,
    names: scenarioNames.join(', '),
    meant: nearest(typed, scenarioNames),
  });
}
