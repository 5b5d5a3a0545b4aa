import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { openScenario, scenarioNames } from './read-scenario.ts';
import { runScenario, type ScenarioLine } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Returns the lines that fail in a scenario without one of its actions, where most webhooks never arrive. */
const failedIn = async (scenario: Scenario): Promise<readonly ScenarioLine[]> =>
  (await runScenario(scenario, { deliveryTime: 500 })).lines.filter(({ result }) => result === 'failed');

const show = (lines: readonly ScenarioLine[]) => lines.map(({ text, why }) => `${text}: ${why}`).join('\n');

/** True for an expectation, and for an action that has to fail. */
const isExpectation = (text: string, result: ScenarioLine['result']) =>
  result === 'met' || / fails: /.test(text);

/** Returns a scenario without the action of one step, at whose time nothing happens. */
const without = (scenario: Scenario, place: number): Scenario => {
  const { action: _, fails: __, ...rest } = scenario.steps[place]!;
  return { ...scenario, steps: scenario.steps.with(place, rest) };
};

/** True if a scenario has an app or loses its cloud, so that it waits in real time for what does not happen. */
const waits = ({ steps }: Scenario): boolean =>
  steps.some(({ action }) => action?.does === 'app' || action?.does === 'cloud');

describe('the shipped scenarios', () => {
  it('are the files of their folder', () => {
    const files = readdirSync(new URL('../../scenarios/', import.meta.url));
    assert.deepEqual(
      files.sort(),
      scenarioNames.map((name) => `${name}.yaml`),
    );
  });

  for (const name of scenarioNames) {
    const scenario = openScenario(name);
    const run = async () => {
      const { lines } = await runScenario(scenario);
      assert.equal(show(lines.filter(({ result }) => result === 'failed')), '');
      return lines;
    };
    let passed: ReturnType<typeof run> | undefined;
    const passes = () => (passed ??= run());

    it(`${name} passes`, async () => void (await passes()));

    const skip =
      waits(scenario) && !isFullRun && 'it takes half a minute: in the full run only (PLENUM_FULL=1)';
    it(`${name} fails without any one of its actions; each expectation depends on one`, {
      skip,
    }, async () => {
      const lines = await passes();
      const dependent = new Set<string>();
      for (const [place, { action, fails }] of scenario.steps.entries()) {
        // A step that has to fail is an expectation: it changes nothing.
        if (action === undefined || fails !== undefined) continue;
        const failed = await failedIn(without(scenario, place));
        assert.notEqual(show(failed), '', `${name} passes without step ${place}, ${JSON.stringify(action)}`);
        for (const { text } of failed) dependent.add(text);
      }
      assert.deepEqual(
        lines.filter(({ text, result }) => isExpectation(text, result) && !dependent.has(text)),
        [],
      );
    });
  }
});
