import { number, record, text } from '../field/make.ts';
import { get, post } from './route.ts';

const url = text('where it is');

/** Seconds of a simulated house per second: real time, an hour per minute, ten minutes per second. */
export const paces = [1, 60, 600] as const;

const places = record(
  'what runs where',
  {
    cloud: record('this cloud', { url }),
    house: record(
      'a simulated house, as its bridge shows it on this machine',
      {
        url,
        systemId: text('the 9-digit id of its bridge'),
        room: record('a room that can be cooled or heated', {
          name: text('its name'),
          url: text('where that is done'),
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

/**
 * Routes for the first page of a cloud in development mode. They are not in the contract because other clouds do not
 * have them.
 */
export const developmentRoutes = {
  welcome: get('/welcome', {
    caller: 'anyone',
    summary:
      'Read who the demo user is, what runs where, and how fast time runs. Empty outside of development mode.',
    answer: record(
      'what a visitor sees first',
      {
        demo: record('the demo user', { email: text('the e-mail address'), password: text('the password') }),
        places,
        pace: number('seconds of the house in one second; missing where there is no simulated house'),
      },
      { optional: ['demo', 'places', 'pace'] },
    ),
  }),
  setPace: post('/welcome/pace', {
    summary: 'Set how fast time runs in the simulated house.',
    caller: 'anyone',
    body: record('the pace', { pace: number(`seconds of the house in one second: ${paces.join(', ')}`) }),
    refusals: ['no-clock', 'other-site', 'pace-malformed'],
  }),
} as const;
