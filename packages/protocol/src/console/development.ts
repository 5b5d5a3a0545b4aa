import { instant, number, record, text } from '../field/make.ts';
import { durationPattern } from '../text/duration.ts';
import { get, post } from './route.ts';

const url = text('its address');

/** Seconds of a simulated house per real second: real time, an hour per minute, ten minutes per second. */
export const paces = [1, 60, 600] as const;

const places = record(
  'the addresses of what is running',
  {
    cloud: record('this cloud', { url }),
    house: record(
      'a simulated house, on the page of its bridge on this machine',
      {
        url,
        systemId: text('the 9-digit id of its bridge'),
        room: record('a room that can be cooled or heated', {
          name: text('its name'),
          url: text('the page where that is done'),
        }),
      },
      { optional: ['room'] },
    ),
    app: record('an app that receives changes', {
      url,
      clientId: text('its key (`client_id`)'),
      endpointId: text('the endpoint that receives them'),
    }),
  },
  { optional: ['house', 'app'] },
);

/** Limits of the test clock: its fastest scale, which is a day per second, and its last instant. */
export const testClockLimits = { scale: 86_400, until: Date.UTC(2100, 0, 1) } as const;

const testClock = record('the test clock', {
  now: instant('its time'),
  scale: number('its seconds per real second; 0 if it stands still', { min: 0, max: testClockLimits.scale }),
});

/** Routes for tests with a cloud in development mode, which need no session. Other clouds refuse them. */
export const testClockRoutes = {
  testClock: get('/development/clock', {
    caller: 'own-page',
    summary: 'Read the test clock of a cloud in development mode.',
    answer: testClock,
    refusals: ['clock-not-development', 'clock-of-several-nodes'],
  }),
  moveTestClock: post('/development/clock', {
    caller: 'own-page',
    summary:
      'Move the test clock forward or change its scale. The response follows when everything that was due in between is done, each at its time.',
    body: record(
      'one or more of these; the scale is changed last',
      {
        set: instant('the instant to move to'),
        step: text('the time to move by: `75h`, `2d`, `90s`', {
          pattern: durationPattern,
          expected: 'a duration such as 75h, 2d or 90s',
        }),
        scale: number('seconds per real second; 0 lets the clock stand still', {
          min: 0,
          max: testClockLimits.scale,
        }),
      },
      { optional: ['set', 'step', 'scale'] },
    ),
    answer: testClock,
    refusals: [
      'clock-not-development',
      'clock-of-several-nodes',
      'clock-malformed',
      'clock-too-far',
      'clock-back',
    ],
  }),
} as const;

/**
 * Routes for the first page of a cloud in development mode. The contract omits them because other clouds do not have
 * them.
 */
export const developmentRoutes = {
  welcome: get('/welcome', {
    caller: 'anyone',
    summary:
      'Read the demo user, the addresses of what is running, and how fast time passes. Empty outside development mode.',
    answer: record(
      'what the welcome page shows',
      {
        demo: record('the demo user', { email: text('the e-mail address'), password: text('the password') }),
        places,
        pace: number('seconds of house time per second; missing if there is no simulated house'),
      },
      { optional: ['demo', 'places', 'pace'] },
    ),
  }),
  setPace: post('/welcome/pace', {
    summary: 'Set how fast time passes in the simulated house.',
    caller: 'anyone',
    body: record('the pace', { pace: number(`seconds of house time per second: ${paces.join(', ')}`) }),
    refusals: ['no-clock', 'other-site', 'pace-malformed'],
  }),
} as const;
