import { list, number, object, record, text, word } from '../field/make.ts';
import { stepping } from '../simulation/stepping.ts';
import { terms } from './owner.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { TestHouse, TestKeys, TestTokens, TestUser } = consoleRecords;
const user = '/console/test-users/{testUserId}';
const house = '/console/test-houses/{systemId}';
const noUser = ['no-sandbox', 'no-such-test-user'] as const;
const noHouse = ['no-sandbox', 'no-such-test-house'] as const;
const tooFast = ['test-houses-too-fast', 'node-houses-too-fast'] as const;
const ofBridge = ['InvalidRequest', 'Error'] as const;

/** Routes for test users, their simulated houses, and the test keys of apps. */
export const sandboxRoutes = {
  testUsers: get('/console/test-users', {
    summary:
      'List the test users of the developer, with their houses, those shared with them, and the apps that have access.',
    answer: list('the test users', TestUser),
    refusals: ['no-sandbox'],
  }),
  makeTestUser: post('/console/test-users', {
    summary: 'Create a test user. Nobody can sign in as a test user; only test keys of the developer see it.',
    body: record('the test user', { name: text('its name, 1 to 50 characters') }),
    status: 201,
    answer: TestUser,
    refusals: ['no-sandbox', 'test-user-malformed', 'too-many-test-users'],
  }),
  removeTestUser: post(`${user}/remove`, {
    summary: 'Delete a test user with its houses and all access to them.',
    refusals: noUser,
  }),
  unlinkTestUser: post(`${user}/links/{clientId}/remove`, {
    summary: 'Remove the access of test keys to a test user, as if the test user had removed the app.',
    refusals: [...noUser, 'no-such-app'],
  }),
  makeTestHouse: post(`${user}/houses`, {
    summary: 'Give a test user a simulated house. It is connected when the response is sent.',
    body: record(
      'the house',
      {
        house: word('a shipped house; `demo` by default', ['demo', 'flat', 'large']),
        file: object('a house file as JSON, in place of a shipped house'),
        place: object(
          'its place, in place of the one in the house file: `latitude`, `longitude`, `timeZone`',
        ),
        seed: number('the seed of its weather and people', { min: 0, max: 4_294_967_295 }),
        timeScale: number('seconds of house time per second; 1 by default', { min: 0, max: 36_000 }),
      },
      { optional: ['house', 'file', 'place', 'seed', 'timeScale'] },
    ),
    status: 201,
    answer: TestHouse,
    refusals: [...noUser, 'house-malformed', 'too-many-test-houses', ...tooFast],
  }),
  removeTestHouse: post(`${house}/remove`, {
    summary: 'Delete a house of a test user.',
    refusals: noHouse,
  }),
  shareTestHouse: post(`${house}/guests/{testUserId}`, {
    summary:
      'Share a house of a test user with another test user, who becomes a guest without an invitation, or change the access of that guest.',
    body: record('the access and its end', terms, { optional: ['until'] }),
    refusals: [...noHouse, 'no-such-test-user', 'until-malformed', 'invited-already'],
  }),
  unshareTestHouse: post(`${house}/guests/{testUserId}/remove`, {
    summary: 'End the access of a test user to a house that another test user shares with it.',
    refusals: [...noHouse, 'no-such-test-user', 'no-such-member'],
  }),
  readSimulation: get(`${house}/simulation`, {
    summary: 'Read the clock, the weather and the faults of a house, as `GET /simulation` of a bridge does.',
    answer: object('as `GET /simulation` of a bridge returns it, with the switches of a bridge in a cloud'),
    refusals: [...noHouse, ...ofBridge],
  }),
  readTestRequests: get(`${house}/simulation/requests`, {
    summary:
      'List the latest requests to a house: controls, reads and writes. Names and other texts that people chose are replaced.',
    answer: object('as `GET /simulation/requests` of a bridge returns it'),
    refusals: [...noHouse, ...ofBridge],
  }),
  readTestComponents: get(`${house}/simulation/components`, {
    summary: 'List the components of a house as they are, even if it is offline or has quirks.',
    answer: list('the components', object('a component: `kind`, `index` and `datagram`')),
    refusals: [...noHouse, ...ofBridge],
  }),
  changeSimulation: post(`${house}/simulation`, {
    summary:
      'Apply an override to a house, as `POST /simulation/NAME` of a bridge does. A step of the clock that takes longer than 2 s continues after the response, which is 202 then. An offline house obeys too. To remove it as its owner would, delete it.',
    body: object(
      'one override by its name, such as `{"ClockScale": 60}`: those of a bridge, and those in a cloud (interface, reference)',
    ),
    continuing: record('a step of the clock that continues', { stepping }),
    refusals: [...noHouse, ...ofBridge, ...tooFast, 'too-many-test-steps'],
  }),
  makeTestKeys: post('/console/apps/{clientId}/test-keys', {
    summary:
      'Create the test keys of an app, or replace their secret. This is the only time that the secret is shown.',
    status: 201,
    answer: TestKeys,
    refusals: ['no-sandbox', 'no-such-app'],
  }),
  makeTestTokens: post('/console/apps/{clientId}/test-users/{testUserId}/tokens', {
    summary: 'Create tokens of an app’s test keys for a test user, as if the test user had allowed the app.',
    body: record(
      'the access',
      { scope: text('scopes, separated by spaces; `query-control` by default') },
      { optional: ['scope'] },
    ),
    status: 201,
    answer: TestTokens,
    refusals: [...noUser, 'no-such-app', 'no-test-keys', 'scope-malformed'],
  }),
} as const;
