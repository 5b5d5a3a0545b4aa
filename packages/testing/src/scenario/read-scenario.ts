import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFile, orRefuseFile, readTextFile } from '@plenum/bridge';
import { assetUrl } from '@plenum/platform/asset';
import { check } from '@plenum/protocol/check';
import { nearest } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { PlenumError } from '@plenum/protocol/error';
import { ok, type Result } from '@plenum/protocol/refusal';
import { readYaml } from '@plenum/simulator';
import { testingFailures } from '../failure.ts';
import { toHouseToTest } from '../house/house-to-test.ts';
import type { HouseOptions } from '../house/test-house.ts';
import { type Action, readAction } from './action.ts';
import { type Expectation, readExpectation } from './expectation.ts';
import { cannotBe, within } from './problem.ts';
import { type StepFile, scenarioFile } from './schema.ts';

/** A step: it happens at a time, does something, and expects something; each may be missing. */
export interface Step {
  /** The next local time of day in the house, such as `07:00`. */
  readonly at?: string;
  /** The time since the step before. */
  readonly after?: string;
  readonly action?: Action;
  /** The code with which the action has to fail. */
  readonly fails?: string;
  readonly expectation?: { readonly sentence: string; readonly expects: Expectation };
}

/** A house with everything that happens in it, and what is expected of it. */
export interface Scenario {
  readonly name: string;
  /** The name of the house file, as written. */
  readonly houseName: string;
  readonly house: HouseOptions;
  readonly timeZone: string;
  readonly steps: readonly Step[];
}

const readStep = (step: StepFile, house: Datagrams): Result<Step> => {
  const { at, after, fails, expect } = step;
  if (at !== undefined && after !== undefined)
    return cannotBe('after', 'in a step with "at"', 'a step has one time');
  const action = readAction(step);
  if (!action.ok) return action;
  const does = action.value?.does;
  if (fails !== undefined && does !== 'command' && does !== 'app')
    return within(
      ['fails'],
      cannotBe(fails, 'expected here', 'only a command and a request of an app can fail'),
    );
  const read = expect === undefined ? undefined : within(['expect'], readExpectation(expect, house));
  if (read?.ok === false) return read;
  return ok({
    ...(at !== undefined && { at }),
    ...(after !== undefined && { after }),
    ...(action.value !== undefined && { action: action.value }),
    ...(fails !== undefined && { fails }),
    ...(read !== undefined && { expectation: { sentence: expect!, expects: read.value } }),
  });
};

/** Opens the house of a scenario: its components at the start, and its time zone. */
const openHouse = (options: HouseOptions): Result<{ house: Datagrams; timeZone: string }> => {
  try {
    const { simulator, startsAt } = toHouseToTest(options).house;
    const state = simulator.initial(startsAt!);
    return ok({ house: state.datagrams, timeZone: simulator.status(state).timeZone });
  } catch (error) {
    if (!(error instanceof PlenumError)) throw error;
    return cannotBe(options.file, 'the house', error.message.replace(/\.$/, ''));
  }
};

/**
 * Reads the text of a scenario file, in YAML. The first problem is refused in one sentence with file, line and column.
 */
export const readScenario = (text: string, file: string): Result<Scenario> =>
  readYaml(text, file, (value) => {
    const checked = check(scenarioFile, value);
    if (!checked.ok) return checked;
    const { name, house: houseName, seed, start: at, past } = checked.value;
    const options: HouseOptions = {
      file: isFile(houseName) ? join(dirname(file), houseName) : houseName,
      at,
      ...(seed !== undefined && { seed }),
      ...(past !== undefined && { past }),
    };
    const opened = within(['house'], openHouse(options));
    if (!opened.ok) return opened;
    const steps: Step[] = [];
    for (const [place, step] of checked.value.steps.entries()) {
      const read = within(['steps', String(place)], readStep(step, opened.value.house));
      if (!read.ok) return read;
      steps.push(read.value);
    }
    return ok({ name, houseName, house: options, timeZone: opened.value.timeZone, steps });
  });

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

/**
 * Opens a shipped scenario by its name, or a scenario file by its path. Throws one of `testingFailures`, or
 * `bridgeFailures` if the file cannot be read.
 */
export const openScenario = (typed: string): Scenario => {
  if (isFile(typed)) return orRefuseFile(readScenario(readTextFile(typed), typed), typed);
  if ((scenarioNames as readonly string[]).includes(typed)) {
    const file = `${typed}.yaml`;
    return orRefuseFile(readScenario(readFileSync(new URL(file, folder), 'utf8'), file), file);
  }
  throw testingFailures.error('no-such-scenario', {
    typed,
    names: scenarioNames.join(', '),
    meant: nearest(typed, scenarioNames),
  });
};
