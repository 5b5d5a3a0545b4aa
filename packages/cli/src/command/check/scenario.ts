import type { toJUnitXml } from '@plenum/conformance';
import { PlenumError } from '@plenum/protocol/error';
import { toPlainText } from '@plenum/protocol/text';
import type { Scenario, ScenarioLine, ScenarioResult } from '@plenum/testing';
import type { Command } from 'commander';
import { failed } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { createStyle } from '../../io/style.ts';
import { writeJUnit } from './verify-report.ts';

const marks = { done: '      ', met: 'ok    ', failed: 'FAILED' } as const;

const toTime = (at: number, timeZone: string): string => new Date(at).toLocaleString('sv-SE', { timeZone });

const toLines = ({ at, text, result, why }: ScenarioLine, timeZone: string): readonly string[] => [
  `${marks[result]}  ${toTime(at, timeZone)}  ${toPlainText(text)}`,
  ...(why?.split('\n').map((line) => `        ${toPlainText(line)}`) ?? []),
];

type JUnitSuite = Parameters<typeof toJUnitXml>[0][number];

/** The test cases of a scenario: its expectations, and its actions that failed. */
const toSuite = ({ name, file }: Scenario, { lines }: ScenarioResult) => ({
  name,
  cases: lines
    .filter(({ result }) => result !== 'done')
    .map(({ text, result, why, line, took }) => ({
      group: name,
      name: text,
      result: result === 'failed' ? ('failed' as const) : ('passed' as const),
      ...(why !== undefined && { text: why }),
      time: took / 1000,
      file,
      line,
    })),
});

/** A suite with one failure: a mistake in a file, or a run that did not end. */
const toFailedSuite = (file: string, texts: readonly string[]): JUnitSuite => ({
  name: file,
  cases: texts.map((text) => ({
    group: file,
    name: text,
    result: 'failed',
    text,
    time: 0,
    file,
    line:
      Number(text.startsWith(`${file}:`) ? /^:(\d+):/.exec(text.slice(file.length))?.[1] : undefined) || 1,
  })),
});

/** Opens every file; throws with the mistakes of all of them, one a line. */
const openAll = async (
  typed: readonly string[],
  report: (suites: readonly JUnitSuite[]) => void,
): Promise<readonly Scenario[]> => {
  const { openScenario, testingFailures } = await import('@plenum/testing');
  const suites: JUnitSuite[] = [];
  const scenarios: Scenario[] = [];
  const problems: string[] = [];
  for (const one of typed)
    try {
      scenarios.push(openScenario(one));
    } catch (error) {
      if (!(error instanceof PlenumError)) throw error;
      const found = testingFailures.is(error, 'wrong-scenario') ? error.facts.problems : [error.message];
      problems.push(...found.map(toPlainText));
      suites.push(toFailedSuite(one, found));
    }
  if (problems.length === 0) return scenarios;
  report(suites);
  throw failed(problems.join('\n'));
};

const run = async (
  typed: readonly string[],
  { junit }: { readonly junit?: string },
  io: Io,
): Promise<void> => {
  const { runScenario } = await import('@plenum/testing');
  const { toJUnitXml } = await import('@plenum/conformance');
  const report = (suites: readonly JUnitSuite[]) => {
    if (junit !== undefined) writeJUnit(junit, toJUnitXml(suites));
  };
  // A path that cannot be written is found first, and a run that is ended early is not taken for one that passed.
  report(typed.map((one) => toFailedSuite(one, ['The run did not end.'])));
  // A file with a mistake is refused before any scenario runs.
  const scenarios = await openAll(typed, report);
  const { bold } = createStyle(io);
  const suites: ReturnType<typeof toSuite>[] = [];
  const left = scenarios.map(({ file }) => toFailedSuite(file, ['The scenario did not end.']));
  for (const scenario of scenarios) {
    const { name, houseName, timeZone } = scenario;
    io.out(bold(`${toPlainText(name)} (${houseName}, ${timeZone})`));
    const onLine = (line: ScenarioLine) => {
      for (const text of toLines(line, timeZone)) io.out(text);
    };
    suites.push(toSuite(scenario, await runScenario(scenario, { onLine })));
    report([...suites, ...left.slice(suites.length)]);
    io.out('');
  }
  const all = suites.flatMap(({ cases }) => cases);
  const count = all.filter(({ result }) => result === 'failed').length;
  const passed = suites.filter(({ cases }) => cases.every(({ result }) => result === 'passed')).length;
  const summary = `${passed} of ${suites.length} scenarios passed, ${all.length - count} of ${all.length} expectations met.`;
  if (passed < suites.length) throw failed(summary);
  io.out(summary);
};

/** `plenum scenario`: runs scenario files. */
export function registerScenarioCommand(program: Command, io: Io) {
  const scenario = program
    .command('scenario')
    .summary('run scenarios: a simulated house, what happens in it, and what is expected')
    .description('Runs scenario files in simulated houses of this process.');
  scenario
    .command('run')
    .summary('run scenario files')
    .description(
      'Runs scenarios in the time of their houses, without waiting, and prints what happens. Exit code 0: every expectation was met, 1: one was not, or a file has a mistake, 2: wrong usage.',
    )
    .argument('<files...>', 'YAML files, or names of shipped scenarios such as summer-day')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .action((files: string[], flags: { readonly junit?: string }) => run(files, flags, io));
  return scenario;
}
