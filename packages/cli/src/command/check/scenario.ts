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

const toSuite = ({ name }: Scenario, { lines }: ScenarioResult) => ({
  name,
  cases: lines
    .filter(({ result }) => result !== 'done')
    .map(({ text, result, why }) => ({
      group: name,
      name: text,
      result: result === 'failed' ? ('failed' as const) : ('passed' as const),
      ...(why !== undefined && { text: why }),
    })),
});

const run = async (
  typed: readonly string[],
  { junit }: { readonly junit?: string },
  io: Io,
): Promise<void> => {
  const { openScenario, runScenario } = await import('@plenum/testing');
  // A file with a mistake is refused before any scenario runs.
  const scenarios = typed.map(openScenario);
  const { bold } = createStyle(io);
  const suites: ReturnType<typeof toSuite>[] = [];
  for (const scenario of scenarios) {
    const { name, houseName, timeZone } = scenario;
    io.out(bold(`${toPlainText(name)} (${houseName}, ${timeZone})`));
    const onLine = (line: ScenarioLine) => {
      for (const text of toLines(line, timeZone)) io.out(text);
    };
    suites.push(toSuite(scenario, await runScenario(scenario, { onLine })));
    io.out('');
  }
  if (junit !== undefined) {
    const { toJUnitXml } = await import('@plenum/conformance');
    writeJUnit(junit, toJUnitXml(suites));
  }
  const all = suites.flatMap(({ cases }) => cases);
  const count = all.filter(({ result }) => result === 'failed').length;
  const passed = suites.filter(({ cases }) => cases.every(({ result }) => result === 'passed')).length;
  const summary = `${passed} of ${suites.length} scenarios passed, ${all.length - count} of ${all.length} expectations met.`;
  if (passed < suites.length) throw failed(summary);
  io.out(summary);
};

/** `plenum scenario`: runs scenario files. */
export const registerScenarioCommand = (program: Command, io: Io) => {
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
};
