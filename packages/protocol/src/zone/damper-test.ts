import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { listOf, open, type ShapeValue } from '../endpoint/shape.ts';
import { instant, number, percent, record, temperature, word } from '../field/make.ts';

/** The steps of a damper test, in order. */
export const damperTestSteps = ['opening', 'closing', 'restoring'] as const;
export type DamperTestStep = (typeof damperTestSteps)[number];

/** The outcomes of a damper test. */
export const damperTestOutcomes = [
  'moves',
  'held-open',
  'does-not-open',
  'does-not-close',
  'every-damper-shut',
  'unit-off',
  'changed',
  'ended',
  'interrupted',
] as const;
export type DamperTestOutcome = (typeof damperTestOutcomes)[number];

const zone = number('index of the zone', { min: 0, max: 13 });

const reading = (description: string) =>
  open(
    description,
    {
      damper: percent('damper position'),
      temperature: temperature('zone temperature; missing without a sensor'),
      supply: temperature('supply air temperature'),
      seconds: number('duration of the step', { min: 0 }),
    },
    { optional: ['temperature', 'supply'] },
  );

const result = open(
  'the last test of a damper',
  {
    zone,
    at: instant('when it began'),
    outcome: word(
      'the damper opens and shuts; opens, but is held open by the system; does not open or shut; or the test ended early, because every damper would have been shut, the unit was switched off, someone else changed the zone, it was ended, or the bridge stopped',
      damperTestOutcomes,
    ),
    before: reading('before the test'),
    open: reading('at the end of opening'),
    shut: reading('at the end of closing'),
  },
  { optional: ['open', 'shut'] },
);

const running = open('The test that is running.', {
  zone,
  at: instant('when it began'),
  step: word('its step', damperTestSteps),
});

const ofZone = record('the zone whose damper is tested', { zone });

const { get, post } = endpointsCountedAs('damper-tests');
const at = 1_767_225_600_000;

/** Endpoints for testing a damper: the bridge opens and closes it, then restores the mode and setpoint of its zone. */
export const damperTestEndpoints = {
  readDamperTests: get('/damper-tests', {
    summary: 'Read the damper test that is running, and the last result of each zone.',
    answer: open(
      'The tests.',
      { running, results: listOf('the last result of each tested zone', result) },
      { optional: ['running'] },
    ),
    example: {
      running: { zone: 1, at: at + 180_000, step: 'opening' },
      results: [
        {
          zone: 0,
          at,
          outcome: 'moves',
          before: { damper: 40, temperature: 2240, supply: 1310, seconds: 0 },
          open: { damper: 100, temperature: 2225, supply: 1290, seconds: 38 },
          shut: { damper: 0, temperature: 2230, supply: 1270, seconds: 61 },
        },
      ],
    },
  }),
  startDamperTest: post('/damper-tests', {
    summary: 'Open and close the damper of a zone, then restore the mode and setpoint of the zone.',
    description:
      'For installers. Uses the commands `ZoneMode` and `ZoneSetpoint`. Also restores them if the client disconnects or the bridge restarts. Refused if it would shut every damper.',
    body: ofZone,
    refusals: [
      'installer-key-required',
      'installer-only',
      'read-only',
      'not-installed',
      'not-available',
      'not-stored',
      'unreachable',
    ],
  }),
  endDamperTest: post('/damper-tests/end', {
    summary: 'End the damper test of a zone, and restore the zone.',
    description: 'For installers. Also answers `OK` if none is running.',
    body: ofZone,
    refusals: ['installer-key-required', 'installer-only', 'read-only', 'not-stored'],
  }),
} as const;

/** The response of `GET /damper-tests`. */
export type DamperTestsAnswer = AnswerOf<typeof damperTestEndpoints.readDamperTests>;
export type DamperTestResult = ShapeValue<typeof result>;
/** The state of a zone at one point of a damper test. */
export type DamperTestReading = DamperTestResult['before'];
