import { bool, instant, list, number, record, text, word } from '../field/make.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { App, AppUsage, DeadLetter, Delivery, Endpoint, EventType, MadeApp, MadeEndpoint, OwnToken } =
  consoleRecords;
const { TestableComponent, WholeDelivery } = consoleRecords;
const app = '/console/apps/{clientId}';
const endpoint = `${app}/endpoints/{endpointId}` as const;
const secret = text('the new secret, shown only here');
const noEndpoint = ['no-such-app', 'no-such-endpoint'] as const;

/** Selects attempts in the log: those that match every given member. */
const filter = {
  result: text('`delivered`, `failed` (an answer other than 2xx) or `no-response`'),
  kind: text('`component`, `sync` or `test`'),
  search: text('a part of the id of a component in the message, or of the message; at most 100 characters'),
  from: text('the earliest, ms since 1970-01-01 UTC'),
  to: text('the latest, ms since 1970-01-01 UTC'),
};

const filterKeys = ['result', 'kind', 'search', 'from', 'to'] as const;

const redirectUri = text('where owners are sent back to');

/** Routes for apps, what they request, and the endpoints that receive changes. */
export const developerRoutes = {
  apps: get('/console/apps', {
    summary: 'List the apps of the developer.',
    answer: list('the apps', App),
  }),
  makeApp: post('/console/apps', {
    summary: 'Make an app; its secret, where it has one, is shown only here.',
    body: record('the app', {
      name: text('its name'),
      redirectUri,
      confidential: bool('whether it can keep a secret'),
      pkceRequired: bool('whether each authorization needs a PKCE challenge (RFC 7636)'),
    }),
    status: 201,
    answer: MadeApp,
    refusals: ['app-malformed'],
  }),
  removeApp: post(`${app}/remove`, {
    summary: 'Delete an app and all it was allowed.',
    refusals: ['no-such-app'],
  }),
  replaceAppSecret: post(`${app}/secret`, {
    summary: 'Replace the secret of an app.',
    answer: record('the secret', { secret }),
    refusals: ['no-such-app'],
  }),
  addRedirectUri: post(`${app}/redirect-uris`, {
    summary: 'Add a redirect URI to an app; with several, each authorization request has to name one.',
    body: record('the redirect URI', { redirectUri }),
    refusals: ['no-such-app', 'app-malformed'],
  }),
  removeRedirectUri: post(`${app}/redirect-uris/remove`, {
    summary: 'Remove a redirect URI of an app; the last one stays. Tokens stay valid.',
    body: record('the redirect URI', { redirectUri }),
    refusals: ['no-such-app', 'app-malformed'],
  }),
  appUsage: get(`${app}/usage`, {
    summary: 'Count the requests of an app, by day.',
    answer: AppUsage,
    refusals: ['no-such-app'],
  }),
  ownToken: get(`${app}/token`, {
    summary: 'Read when the token made to try the app with expires.',
    answer: record(
      'the token',
      { expiresAt: instant('when it expires; missing where there is none') },
      { optional: ['expiresAt'] },
    ),
    refusals: ['no-such-app'],
  }),
  makeOwnToken: post(`${app}/token`, {
    summary: 'Make one, for the developer’s own account.',
    status: 201,
    answer: OwnToken,
    refusals: ['no-such-app'],
  }),
  endOwnToken: post(`${app}/token/end`, { summary: 'Revoke it.', refusals: ['no-such-app'] }),
  endpoints: get(`${app}/endpoints`, {
    summary: 'List the endpoints that receive the changes of an app.',
    answer: list('the endpoints', Endpoint),
    refusals: ['no-such-app'],
  }),
  makeEndpoint: post(`${app}/endpoints`, {
    summary: 'Add an endpoint; its secret is shown only here.',
    body: record('the endpoint', { url: text('where messages are sent') }),
    status: 201,
    answer: MadeEndpoint,
    refusals: [
      'no-such-app',
      'too-many-endpoints',
      'url-malformed',
      'url-too-long',
      'url-not-https',
      'url-with-credentials',
      'url-with-fragment',
      'address-forbidden',
    ],
  }),
  endpoint: get(endpoint, { summary: 'Read an endpoint.', answer: Endpoint, refusals: noEndpoint }),
  removeEndpoint: post(`${endpoint}/remove`, { summary: 'Delete an endpoint.', refusals: noEndpoint }),
  replaceEndpointSecret: post(`${endpoint}/secret`, {
    summary: 'Replace its secret; both sign for a day.',
    answer: record('the secret', {
      secret,
      oldSecretUntil: instant('until when the previous secret signs too'),
    }),
    refusals: noEndpoint,
  }),
  testEndpoint: post(`${endpoint}/test`, {
    summary: 'Send it a test message.',
    body: record(
      'the message',
      {
        componentId: text(
          'a component of a house of the developer that it carries; none where it is left out',
        ),
      },
      { optional: ['componentId'] },
    ),
    refusals: [...noEndpoint, 'endpoint-disabled', 'no-such-component'],
  }),
  testableComponents: get('/console/components', {
    summary: 'List the components that a test message can carry, at most 1,000.',
    answer: record('the components', {
      components: list('by house', TestableComponent),
    }),
  }),
  eventTypes: get('/console/event-types', {
    summary: 'List the kinds of messages that an endpoint receives, each with a sample.',
    answer: record('the kinds', { eventTypes: list('the kinds', EventType) }),
  }),
  enableEndpoint: post(`${endpoint}/enable`, {
    summary: 'Enable it; it receives everything anew.',
    refusals: [...noEndpoint, 'too-many-resends'],
  }),
  chooseEventTypes: post(`${endpoint}/event-types`, {
    summary:
      'Choose the kinds of messages that it receives; of a kind that is new to it, it receives everything anew.',
    body: record('the kinds', {
      eventTypes: list('component, sync or both', text('a kind')),
    }),
    refusals: [...noEndpoint, 'event-types-malformed', 'too-many-resends'],
  }),
  disableEndpoint: post(`${endpoint}/disable`, { summary: 'Disable it.', refusals: noEndpoint }),
  deliveries: get(`${endpoint}/deliveries`, {
    summary: 'List the attempts to deliver to it, newest first, 50 at a time.',
    query: record(
      'which attempts',
      { before: text('the number of an attempt: those before it'), ...filter },
      { optional: ['before', ...filterKeys] },
    ),
    answer: record('the log', { deliveries: list('attempts', Delivery) }),
    refusals: [...noEndpoint, 'filter-malformed'],
  }),
  delivery: get(`${endpoint}/deliveries/{number}`, {
    summary: 'Read one attempt to deliver.',
    answer: WholeDelivery,
    refusals: [...noEndpoint, 'no-such-delivery'],
  }),
  resend: post(`${endpoint}/deliveries/{number}/resend`, {
    summary: 'Send that message again.',
    answer: record('what was sent', {
      resent: word('the message itself, or a new one where its content is no longer stored', [
        'same-message',
        'new-message',
      ]),
    }),
    refusals: [...noEndpoint, 'no-such-delivery', 'endpoint-disabled'],
  }),
  resendAll: post(`${endpoint}/resend`, {
    summary: 'Send what the latest 100 attempts that match were about again, each change once.',
    body: record('which attempts', filter, { optional: filterKeys }),
    answer: record('what is sent', {
      attempts: number('how many attempts matched, at most 100', { min: 0 }),
      resent: number('how many changes are sent again', { min: 0 }),
    }),
    refusals: [...noEndpoint, 'filter-malformed', 'endpoint-disabled', 'too-many-resends'],
  }),
  dead: get(`${endpoint}/dead`, {
    summary: 'List what could not be delivered.',
    answer: record('the changes', { dead: list('latest first, at most 100', DeadLetter) }),
    refusals: noEndpoint,
  }),
  replay: post(`${endpoint}/replay`, {
    summary: 'Deliver what could not be delivered.',
    body: record(
      'which changes',
      { subject: text('one component, or the user of a Sync; all where it is left out') },
      { optional: ['subject'] },
    ),
    answer: record('what is sent', { replayed: number('how many changes', { min: 0 }) }),
    refusals: [...noEndpoint, 'endpoint-disabled'],
  }),
} as const;
