import { switchOf } from './inputs.ts';
import type { Point } from './point.ts';
import { mistake, type Reply, success } from './reply.ts';
import type { RunningTest } from './running-tests.ts';
import type { TestCase } from './test-case.ts';

/** A request to a test: its method and path, and what it does. */
interface TestRoute {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly act: (
    running: RunningTest,
    body: unknown,
    query: Readonly<Record<string, unknown>>,
  ) => Reply | Promise<Reply>;
}

/** Returns the KPIs that a query names, separated by commas or one by one. */
const namesOf = (names: unknown): readonly string[] =>
  [names ?? []].flat().flatMap((name) =>
    String(name)
      .split(',')
      .filter((one) => one !== ''),
  );

const describe = ({ unit, description, minimum, maximum }: Point) => ({
  Unit: unit,
  Description: description,
  Minimum: minimum,
  Maximum: maximum,
});

const describeAll = (points: readonly Point[]) =>
  Object.fromEntries(points.map((point) => [point.name, describe(point)]));

/** The inputs with their switches, as BOPTEST lists them. */
const describeInputs = ({ inputs }: TestCase) =>
  Object.fromEntries(
    inputs.flatMap((input) => [
      [input.name, describe(input)],
      [
        switchOf(input),
        { Unit: null, Description: `Activation of ${input.name}: 1 active`, Minimum: null, Maximum: null },
      ],
    ]),
  );

/** The requests to a test, which end with its id, or have none for the common test. */
export const testRoutes: readonly TestRoute[] = [
  {
    method: 'GET',
    path: '/name',
    act: ({ testCase }) => success('Here is the name of the test case.', { name: testCase.name }),
  },
  {
    method: 'GET',
    path: '/inputs',
    act: ({ testCase }) => success('Here are the inputs.', describeInputs(testCase)),
  },
  {
    method: 'GET',
    path: '/measurements',
    act: ({ testCase }) => success('Here are the measurements.', describeAll(testCase.measurements)),
  },
  {
    method: 'GET',
    path: '/forecast_points',
    act: ({ testCase }) =>
      success(
        'Here are the points of forecasts.',
        Object.fromEntries(
          testCase.forecasts.map(({ name, unit, description }) => [
            name,
            { Unit: unit, Description: description },
          ]),
        ),
      ),
  },
  { method: 'GET', path: '/step', act: ({ test }) => test.getStep() },
  { method: 'PUT', path: '/step', act: ({ test }, body) => test.setStep(body) },
  { method: 'PUT', path: '/initialize', act: ({ test }, body) => test.initialize(body) },
  { method: 'GET', path: '/scenario', act: ({ test }) => test.getScenario() },
  { method: 'PUT', path: '/scenario', act: ({ test }, body) => test.setScenario(body) },
  { method: 'POST', path: '/advance', act: ({ test }, body) => test.advance(body) },
  { method: 'PUT', path: '/forecast', act: ({ test }, body) => test.forecast(body) },
  { method: 'PUT', path: '/results', act: ({ test }, body) => test.results(body) },
  {
    method: 'GET',
    path: '/kpi',
    act: ({ test }, _, { names, 'names[]': listed }) => test.kpis(namesOf(names ?? listed)),
  },
  { method: 'PUT', path: '/snapshot', act: ({ test }, body) => test.snapshot(body) },
  { method: 'GET', path: '/snapshots', act: ({ test }) => test.listSnapshots() },
  { method: 'PUT', path: '/fork', act: ({ fork }) => fork() },
  { method: 'PUT', path: '/restore', act: ({ test }, body) => test.restore(body) },
  {
    method: 'POST',
    path: '/submit',
    act: () => mistake('Results are not submitted from here: this is not the dashboard of BOPTEST.'),
  },
];
