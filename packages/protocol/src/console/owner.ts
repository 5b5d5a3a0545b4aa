import { list, object, record, text } from '../field/make.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { Asking, Bridge, Link } = consoleRecords;
const bridge = '/console/bridges/{systemId}';
const house = '/console/houses/{systemId}';
const code = record('the code that the bridge shows', { code: text('the code, however it is typed') });
const codeRefusals = ['code-unknown', 'code-expired', 'code-used', 'too-many-guesses'] as const;

/** Bridges, their houses, and the apps that may use them. */
export const ownerRoutes = {
  bridges: get('/console/bridges', {
    summary: 'List the bridges of the account.',
    answer: list('the bridges', Bridge),
  }),
  nameBridge: post(`${bridge}/name`, {
    summary: 'Rename a bridge.',
    body: record('the new name', { name: text('1 to 60 characters') }),
    refusals: ['no-such-bridge', 'name-malformed'],
  }),
  releaseBridge: post(`${bridge}/release`, {
    summary: 'Release a bridge from the account.',
    refusals: ['no-such-bridge'],
  }),
  findPairing: post('/console/pairings/find', {
    summary: 'Find the bridge that shows a code.',
    body: code,
    answer: Asking,
    refusals: codeRefusals,
  }),
  allowPairing: post('/console/pairings/allow', {
    summary: 'Pair it with the account.',
    body: code,
    refusals: codeRefusals,
  }),
  refusePairing: post('/console/pairings/refuse', {
    summary: 'Refuse it.',
    body: code,
    refusals: codeRefusals,
  }),
  houseEvents: get(`${house}/events`, {
    summary: 'Follow a house as it changes (server-sent events).',
    isStream: true,
    refusals: ['no-such-bridge', 'too-many-streams'],
  }),
  commandHouse: post(`${house}/control`, {
    summary: 'Send a house one command of interface 4.4.',
    body: object('the command'),
    refusals: ['no-such-bridge', 'too-many-commands', 'InvalidRequest', 'UserNotAllowed', 'Error'],
  }),
  links: get('/console/links', {
    summary: 'List the apps that the owner allowed.',
    answer: list('the apps', Link),
  }),
  unlink: post('/console/links/{clientId}/remove', {
    summary: 'Withdraw what an app was allowed.',
    refusals: ['no-such-app'],
  }),
} as const;
