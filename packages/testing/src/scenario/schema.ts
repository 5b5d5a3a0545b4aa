import { bridgeErrors, cloudErrors } from '@plenum/client';
import { type Field, list, number, object, record, text, type Value, word } from '@plenum/protocol/field';
import { overrides } from '@plenum/protocol/simulation';

const span = (description: string) =>
  text(description, {
    pattern: '^(\\d+ ?(d|h|min|m|s) ?)+$',
    expected: 'a time span such as 20 min, 90 s or 1 h 30 min',
  });

const bodyOf = (name: string): Field => overrides.get(name)!.body;

const failures = [...new Set([...Object.keys(bridgeErrors), ...Object.keys(cloudErrors)])];

/** One step of a scenario: a time, then one action, then an expectation; each may be left out. */
export const stepFile = record(
  'step',
  {
    at: text('local time of day at which it happens, the next one in the house', {
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      expected: 'a time of day such as 07:00',
    }),
    after: span('time in the house since the step before it'),
    command: object('a command on the local network: {SysOn: 1}'),
    app: object('a command by an app of the cloud: {SysOn: 1}'),
    fault: object('something that breaks or is repaired: {ZoneSensorFault: {Zone: 3, On: 1}}'),
    weather: bodyOf('Weather'),
    quirk: bodyOf('Quirks'),
    override: object('any other control of the simulation: {ZoneWindow: {Zone: 2, Open: 1}}'),
    cloud: word('whether the house can reach its cloud from now on', ['lost', 'back']),
    fails: word('the failure with which the command or the request of the app has to fail', failures),
    expect: text('an expectation'),
    webhooks: list(
      'what the app receives after the action, in this order, and nothing else',
      text('a webhook'),
      {
        max: 100,
      },
    ),
    within: span('time in the house in which the webhooks arrive, 1 s by default'),
  },
  {
    optional: [
      'at',
      'after',
      'command',
      'app',
      'fault',
      'weather',
      'quirk',
      'override',
      'cloud',
      'fails',
      'expect',
      'webhooks',
      'within',
    ],
  },
);

const frame = {
  name: text('what it shows'),
  house: text('demo, flat, large, or a house file, relative to the scenario file'),
  seed: number('seed of weather and people, instead of that of the house', { min: 0, max: 4_294_967_295 }),
  start: text('local time at which it starts', {
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$',
    expected: 'a local time such as 2026-01-31T08:30',
  }),
  past: span('time that is simulated before'),
};
const count = { min: 1, max: 500 };

/** The content of a scenario file, whose steps are checked by themselves: each one can have problems. */
export const scenarioFrame = record(
  'scenario',
  { ...frame, steps: list('steps', object('a step'), count) },
  { optional: ['seed', 'past'] },
);

const scenarioFile = record(
  'scenario',
  { ...frame, steps: list('steps', stepFile, count) },
  { optional: ['seed', 'past'] },
);

export type ScenarioFile = Value<typeof scenarioFile>;
export type StepFile = ScenarioFile['steps'][number];
