import { ownPath } from '../cloud/app-scopes.ts';
import { bool, instant, list, number, record, text, word } from '../field/make.ts';
import { consoleRecords } from './records.ts';
import { get, post } from './route.ts';

const { App, AppUsage, DeadLetter, Delivery, Endpoint, EventType, MadeApp, MadeEndpoint, OwnToken } =
  consoleRecords;
const { Listener, ResendJob, TestableComponent, WholeDelivery } = consoleRecords;
const app = '/console/apps/{clientId}';
const endpoint = `${app}/endpoints/{endpointId}` as const;
const secret = text('the new secret, shown only here');
const noEndpoint = ['no-such-app', 'no-such-endpoint'] as const;

/** Selects attempts in the log: those that match every given member. */
const filter = {
  result: text('the result: `delivered`, `failed` (an answer other than 2xx) or `no-response`'),
  kind: text('the kind of message: `component`, `sync` or `test`'),
  status: text('the status of the answer, such as `404`, or its class: `5xx`'),
  component: text('the kind of a component in the message, such as `zone`'),
  index: text('the index of a component in the message, such as `3`'),
  attribute: text(
    'a member of a component whose change caused the message, such as `Setpoint`; a message that was sent again has none',
  ),
  answer: text('part of the beginning of the answer, at most 100 characters'),
  search: text('part of the id of the message or of a component in it, at most 100 characters'),
  from: text('the earliest time, ms since 1970-01-01 UTC'),
  to: text('the latest time, ms since 1970-01-01 UTC'),
};

const filterKeys = [
  ...(['result', 'kind', 'status', 'component', 'index', 'attribute', 'answer'] as const),
  ...(['search', 'from', 'to'] as const),
] as const;

const redirectUri = text('the address that owners are sent back to');

/** The routes that an app may use with its own token and the scope `deliveries`, below `/dev`. */
export const appRouteIds = [
  ...(['endpoints', 'endpoint', 'deliveries', 'delivery'] as const),
  ...(['startResend', 'resendJob', 'cancelResend'] as const),
] as const;

/** Returns the path of such a route for an app, which has no client id, because the token has it. */
export const toAppPath = (path: string): string => path.replace(app, ownPath);

/** Routes for apps, their requests, and their endpoints for changes. */
export const developerRoutes = {
  apps: get('/console/apps', {
    summary: 'List the apps of the developer.',
    answer: list('the apps', App),
  }),
  makeApp: post('/console/apps', {
    summary: 'Create an app. If it has a secret, this is the only time that the secret is shown.',
    body: record(
      'the app',
      {
        name: text('its name'),
        redirectUri,
        confidential: bool('whether it can keep a secret; false by default'),
        pkceRequired: bool('whether each authorization needs a PKCE challenge (RFC 7636); false by default'),
      },
      { optional: ['confidential', 'pkceRequired'] },
    ),
    status: 201,
    answer: MadeApp,
    refusals: ['app-malformed'],
  }),
  removeApp: post(`${app}/remove`, {
    summary: 'Delete an app and all its access.',
    refusals: ['no-such-app'],
  }),
  replaceAppSecret: post(`${app}/secret`, {
    summary: 'Replace the secret of an app.',
    answer: record('the secret', { secret }),
    refusals: ['no-such-app'],
  }),
  addRedirectUri: post(`${app}/redirect-uris`, {
    summary:
      'Add a redirect URI to an app. If an app has several, each authorization request has to name one.',
    body: record('the redirect URI', { redirectUri }),
    refusals: ['no-such-app', 'app-malformed'],
  }),
  removeRedirectUri: post(`${app}/redirect-uris/remove`, {
    summary: 'Remove a redirect URI of an app. The last one cannot be removed. Tokens stay valid.',
    body: record('the redirect URI', { redirectUri }),
    refusals: ['no-such-app', 'app-malformed'],
  }),
  appUsage: get(`${app}/usage`, {
    summary: 'Read the number of requests of an app by day, and the latest requests.',
    answer: AppUsage,
    refusals: ['no-such-app'],
  }),
  ownToken: get(`${app}/token`, {
    summary: 'Read when the token for trying the app expires.',
    answer: record(
      'the token',
      { expiresAt: instant('when it expires; missing if there is no token') },
      { optional: ['expiresAt'] },
    ),
    refusals: ['no-such-app'],
  }),
  makeOwnToken: post(`${app}/token`, {
    summary: 'Create a token for trying the app with the developer’s own account.',
    status: 201,
    answer: OwnToken,
    refusals: ['no-such-app'],
  }),
  endOwnToken: post(`${app}/token/end`, {
    summary: 'Revoke the token for trying the app.',
    refusals: ['no-such-app'],
  }),
  endpoints: get(`${app}/endpoints`, {
    summary: 'List the endpoints that receive the changes of an app.',
    answer: list('the endpoints', Endpoint),
    refusals: ['no-such-app'],
  }),
  makeEndpoint: post(`${app}/endpoints`, {
    summary: 'Add an endpoint. This is the only time that its secret is shown.',
    body: record('the endpoint', { url: text('the address that messages are sent to') }),
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
  listeners: get(`${app}/listeners`, {
    summary: 'List the connections of `plenum listen` to an app, and those of the last 24 hours.',
    answer: list('the listeners', Listener),
    refusals: ['no-such-app'],
  }),
  removeListener: post(`${app}/listeners/{endpointId}/remove`, {
    summary: 'Delete a listener, and end its connection.',
    refusals: ['no-such-app', 'no-such-listener'],
  }),
  endpoint: get(endpoint, { summary: 'Read an endpoint.', answer: Endpoint, refusals: noEndpoint }),
  removeEndpoint: post(`${endpoint}/remove`, { summary: 'Delete an endpoint.', refusals: noEndpoint }),
  replaceEndpointSecret: post(`${endpoint}/secret`, {
    summary: 'Replace the secret of an endpoint. Messages are signed with both secrets for a day.',
    answer: record('the secret', {
      secret,
      oldSecretUntil: instant('when messages are no longer signed with the previous secret'),
    }),
    refusals: noEndpoint,
  }),
  testEndpoint: post(`${endpoint}/test`, {
    summary: 'Send a test message to an endpoint.',
    body: record(
      'the message',
      {
        componentId: text(
          'a component to include: of a house of the developer, or for test keys of a house of a test user; if left out, none',
        ),
      },
      { optional: ['componentId'] },
    ),
    refusals: [...noEndpoint, 'endpoint-disabled', 'no-such-component'],
  }),
  testableComponents: get('/console/components', {
    summary: 'List the components that a test message of an app can include, at most 1,000.',
    query: record(
      'the app',
      {
        clientId: text(
          'its key; those of test keys are in houses of test users. If left out, those in houses of the developer are listed',
        ),
      },
      { optional: ['clientId'] },
    ),
    refusals: ['no-such-app'],
    answer: record('the components', {
      components: list('components by house', TestableComponent),
    }),
  }),
  eventTypes: get('/console/event-types', {
    summary: 'List the kinds of messages that an endpoint can receive, each with a sample.',
    answer: record('the kinds', { eventTypes: list('the kinds', EventType) }),
  }),
  enableEndpoint: post(`${endpoint}/enable`, {
    summary: 'Enable an endpoint. Everything is sent to it again.',
    refusals: [...noEndpoint, 'too-many-resends'],
  }),
  chooseEventTypes: post(`${endpoint}/event-types`, {
    summary:
      'Choose the kinds of messages that an endpoint receives. Everything of a newly chosen kind is sent again.',
    body: record('the kinds', {
      eventTypes: list('component, sync or both', text('a kind')),
    }),
    refusals: [...noEndpoint, 'event-types-malformed', 'too-many-resends'],
  }),
  disableEndpoint: post(`${endpoint}/disable`, { summary: 'Disable an endpoint.', refusals: noEndpoint }),
  deliveries: get(`${endpoint}/deliveries`, {
    summary: 'List the delivery attempts of an endpoint, newest first, 50 at a time.',
    query: record(
      'the attempts to select',
      { before: text('the number of an attempt; only earlier ones are listed'), ...filter },
      { optional: ['before', ...filterKeys] },
    ),
    answer: record('the log', { deliveries: list('attempts', Delivery) }),
    refusals: [...noEndpoint, 'filter-malformed'],
  }),
  delivery: get(`${endpoint}/deliveries/{number}`, {
    summary: 'Read one delivery attempt.',
    answer: WholeDelivery,
    refusals: [...noEndpoint, 'no-such-delivery'],
  }),
  resend: post(`${endpoint}/deliveries/{number}/resend`, {
    summary: 'Send the message of an attempt again.',
    answer: record('what was sent', {
      resent: word('the same message, or a new one if its content is no longer stored', [
        'same-message',
        'new-message',
      ]),
    }),
    refusals: [...noEndpoint, 'no-such-delivery', 'endpoint-disabled'],
  }),
  resendAll: post(`${endpoint}/resend`, {
    summary: 'Send the changes of the latest 100 matching attempts again, each change once.',
    body: record('the attempts to select', filter, { optional: filterKeys }),
    answer: record('what is sent', {
      attempts: number('number of matching attempts, at most 100', { min: 0 }),
      resent: number('number of changes that are sent again', { min: 0 }),
    }),
    refusals: [...noEndpoint, 'filter-malformed', 'endpoint-disabled', 'too-many-resends'],
  }),
  startResend: post(`${endpoint}/resends`, {
    summary:
      'Start a job that sends the changes of all matching attempts again, each change once. It continues after a restart.',
    body: record('the attempts to select', filter, { optional: filterKeys }),
    status: 201,
    answer: ResendJob,
    refusals: [
      ...noEndpoint,
      'filter-malformed',
      'endpoint-disabled',
      'too-many-resends',
      'resend-running',
      'too-many-resend-jobs',
    ],
  }),
  resendJob: get(`${endpoint}/resends`, {
    summary: 'Read the progress of the latest job that sends changes again.',
    answer: record('the job', { job: ResendJob }, { optional: ['job'] }),
    refusals: noEndpoint,
  }),
  cancelResend: post(`${endpoint}/resends/cancel`, {
    summary: 'Cancel the job that sends changes again. What it has sent so far is not taken back.',
    answer: ResendJob,
    refusals: [...noEndpoint, 'no-resend-running'],
  }),
  dead: get(`${endpoint}/dead`, {
    summary: 'List the changes that could not be delivered.',
    answer: record('the changes', { dead: list('latest first, at most 100', DeadLetter) }),
    refusals: noEndpoint,
  }),
  replay: post(`${endpoint}/replay`, {
    summary: 'Try again to deliver the changes that could not be delivered.',
    body: record(
      'the changes to select',
      { subject: text('one component, or the user of a Sync; if left out, all') },
      { optional: ['subject'] },
    ),
    answer: record('what is sent', { replayed: number('number of changes', { min: 0 }) }),
    refusals: [...noEndpoint, 'endpoint-disabled'],
  }),
} as const;
