import type { Members, Shape } from './shape.ts';
import { siteAnswers } from './site-answers.ts';

/** A route of the browser application of a cloud, in JSON: for people at a browser, not for apps. */
export interface SiteRoute {
  /** Names it in the contract. */
  readonly id: string;
  readonly method: 'get' | 'post';
  /** With the names of its parts in braces. */
  readonly path: string;
  readonly summary: string;
  readonly body?: Members;
  /** The status when it was done; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** What is answered when it was done. */
  readonly answer?: Shape;
  /** Whether somebody has to be signed in; sent as a POST it then also wants the form token. */
  readonly open?: true;
}

const credentials = { email: 'text', password: 'text' } as const;
const code = { code: 'text' } as const;
const apps = '/console/apps';
const app = `${apps}/{clientId}`;
const endpoint = `${app}/endpoints/{endpointId}`;
const bridge = '/console/bridges/{systemId}';
const house = '/console/houses/{systemId}';

/** `[id, method, path, status, summary]`, and the members of the body where it has one. */
type Row = readonly [string, 'get' | 'post', string, SiteRoute['status'], string, SiteRoute['body']?];

const answers: Readonly<Record<string, Shape>> = siteAnswers;

const toRoute = ([id, method, path, status, summary, body]: Row): SiteRoute => {
  const answer = answers[id];
  return {
    id,
    method,
    path,
    summary,
    status,
    ...(body !== undefined && { body }),
    ...(answer !== undefined && { answer }),
  };
};

const accountRows: readonly Row[] = [
  ['account', 'get', '/account', 200, 'Ask who is signed in, and for the form token.'],
  ['signOut', 'post', '/account/sign-out', 204, 'Sign this browser out.', {}],
  [
    'changePassword',
    'post',
    '/account/password',
    200,
    'Change the password; other browsers are signed out and, unless `keepApps`, apps are unlinked.',
    { present: 'text', next: 'text', 'keepApps?': 'flag' },
  ],
  [
    'removeAccount',
    'post',
    '/account/remove',
    204,
    'Delete the account and all of it.',
    { password: 'text' },
  ],
];

const consoleRows: readonly Row[] = [
  ['bridges', 'get', '/console/bridges', 200, 'List the bridges of the account.'],
  ['nameBridge', 'post', `${bridge}/name`, 204, 'Give a bridge another name.', { name: 'text' }],
  ['releaseBridge', 'post', `${bridge}/release`, 204, 'Release a bridge from the account.', {}],
  ['findPairing', 'post', '/console/pairings/find', 200, 'Find the bridge that shows a code.', code],
  ['allowPairing', 'post', '/console/pairings/allow', 204, 'Let it into the account.', code],
  ['refusePairing', 'post', '/console/pairings/refuse', 204, 'Refuse it.', code],
  ['houseEvents', 'get', `${house}/events`, 200, 'Follow a house as it changes (server-sent events).'],
  ['commandHouse', 'post', `${house}/control`, 204, 'Give a house one command of interface 4.4.', {}],
  ['links', 'get', '/console/links', 200, 'List the apps the owner allowed.'],
  ['unlink', 'post', '/console/links/{clientId}/remove', 204, 'Take back what an app was allowed.', {}],
  ['apps', 'get', apps, 200, 'List the apps of the developer.'],
  [
    'makeApp',
    'post',
    apps,
    201,
    'Make an app; its secret, where it has one, is told here and never again.',
    { name: 'text', redirectUri: 'text', confidential: 'flag', pkceRequired: 'flag' },
  ],
  ['removeApp', 'post', `${app}/remove`, 204, 'Delete an app and all it was allowed.', {}],
  ['replaceAppSecret', 'post', `${app}/secret`, 200, 'Replace the secret of an app.', {}],
  ['appUsage', 'get', `${app}/usage`, 200, 'Count what an app asked for, by day.'],
  ['ownToken', 'get', `${app}/token`, 200, 'Ask when the token made to try the app with ends.'],
  ['makeOwnToken', 'post', `${app}/token`, 201, 'Make one, for the developer’s own account.', {}],
  ['endOwnToken', 'post', `${app}/token/end`, 204, 'End it.', {}],
  ['endpoints', 'get', `${app}/endpoints`, 200, 'List where an app hears of changes.'],
  ['makeEndpoint', 'post', `${app}/endpoints`, 201, 'Add an endpoint; tells its secret.', { url: 'text' }],
  ['endpoint', 'get', endpoint, 200, 'Read an endpoint.'],
  ['removeEndpoint', 'post', `${endpoint}/remove`, 204, 'Delete an endpoint.', {}],
  [
    'replaceEndpointSecret',
    'post',
    `${endpoint}/secret`,
    200,
    'Replace its secret; both sign for a day.',
    {},
  ],
  ['testEndpoint', 'post', `${endpoint}/test`, 204, 'Send it a test message.', {}],
  ['enableEndpoint', 'post', `${endpoint}/enable`, 204, 'Enable it; it is told everything anew.', {}],
  ['disableEndpoint', 'post', `${endpoint}/disable`, 204, 'Disable it.', {}],
  ['deliveries', 'get', `${endpoint}/deliveries`, 200, 'List what was delivered to it, newest first.'],
  ['delivery', 'get', `${endpoint}/deliveries/{number}`, 200, 'Read one attempt to deliver.'],
  ['resend', 'post', `${endpoint}/deliveries/{number}/resend`, 200, 'Send that message again.', {}],
  ['dead', 'get', `${endpoint}/dead`, 200, 'List what could not be delivered.'],
  ['replay', 'post', `${endpoint}/replay`, 200, 'Deliver what is dead.', { 'subject?': 'text' }],
];

/**
 * What the browser application of a cloud asks it: accounts, and the console of owners and developers. A refusal is
 * `{code, sentence}`.
 */
export const siteRoutes: readonly SiteRoute[] = [
  {
    ...toRoute(['signUp', 'post', '/account/sign-up', 201, 'Make an account and sign in.', credentials]),
    open: true,
  },
  { ...toRoute(['signIn', 'post', '/account/sign-in', 200, 'Sign in.', credentials]), open: true },
  ...accountRows.map(toRoute),
  ...consoleRows.map(toRoute),
];

/** The header that carries the form token, and the cookie of a session over https. */
export const siteNames = { formToken: 'X-Form-Token', session: '__Host-plenum_session' } as const;
