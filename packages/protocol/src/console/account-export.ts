import { alertChoices, alertReader } from '../alert/choices.ts';
import { instant, list, number, object, record, text, word } from '../field/make.ts';
import { consoleRecords } from './records.ts';

const { App, Bridge, Endpoint, Invitation, Link, Member, SignInMethods, TestUser, Usage } = consoleRecords;

const account = record(
  'the account',
  {
    accountId: text('its id'),
    email: text('its e-mail address'),
    createdAt: instant('when it was created'),
    emailVerifiedAt: instant('when its owner proved to receive e-mail there; missing if never'),
  },
  { optional: ['emailVerifiedAt'] },
);

const session = record('a signed-in browser', {
  createdAt: instant('when it signed in'),
  usedAt: instant('when it was last used, to 5 minutes'),
  expiresAt: instant('when it is signed out unless it is used before'),
});

const notifiedBrowser = record('a browser that gets push notifications', {
  choices: alertChoices,
  houses: list(
    'the houses with their own choices',
    record('a house', { systemId: text('the 9-digit id of its bridge'), choices: alertChoices }),
  ),
  reader: alertReader,
  seenAt: instant('when the browser last confirmed them'),
});

const ownApp = record('an app that the account created', {
  app: App,
  usage: list('its requests on each of the last days', Usage),
  endpoints: list('its endpoints', Endpoint),
});

const logEntry = record('a security event', {
  at: instant('when it happened'),
  act: text('what happened, such as `signed-in`'),
  address: text('the network address that it came from'),
  facts: object('the app, bridge or guest that it was about'),
});

const component = record('a component as its bridge last sent it', {
  kind: text('its kind, such as `zone`'),
  index: number('its index'),
  changedAt: instant('when it last changed'),
  datagram: object('its datagram, in the members and units of the interface'),
});

const house = record(
  'a house that belongs to the account',
  {
    systemId: text('the 9-digit id of its bridge'),
    timeZone: text('its IANA time zone; missing if its bridge sent none'),
    members: list('its guests, and the people invited to it', Member),
    components: list('its components', component),
  },
  { optional: ['timeZone'] },
);

/**
 * Everything that a cloud keeps about an account and its houses. It has no passwords, keys, tokens or codes, nor hashes
 * of them. `log` and `houses` come last, because they can be long and are sent in pieces.
 */
export const accountExport = record('everything that the cloud keeps about an account, without secrets', {
  format: word('the name and version of this format', ['plenum-account-1']),
  exportedAt: instant('when it was made'),
  account,
  signInMethods: SignInMethods,
  sessions: list('its signed-in browsers', session),
  notifications: list('its browsers with push notifications', notifiedBrowser),
  bridges: list('the bridges that it can see: its own, and those of houses where it is a guest', Bridge),
  invitations: list('invitations to its e-mail address', Invitation),
  links: list('the apps that have access to its houses', Link),
  apps: list('the apps that it created', ownApp),
  testUsers: list('the test users that it created', TestUser),
  log: list('its entries of the audit log, oldest first', logEntry),
  houses: list('its own houses', house),
});
