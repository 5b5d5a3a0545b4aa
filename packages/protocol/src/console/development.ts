import { number, record, text } from '../field/make.ts';
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
