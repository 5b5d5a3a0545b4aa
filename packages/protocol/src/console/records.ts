import { cloudLimits } from '../cloud/limits.ts';
import { bool, instant, list, map, number, object, record, text, word } from '../field/make.ts';
import { unit } from '../unit/resource.ts';
import { zone } from '../zone/resource.ts';
import { accesses, rights } from './access.ts';
import type { JsonValue } from './json-value.ts';

const clientId = text('the key of the app (`client_id`)');
const count = (description: string) => number(description, { min: 0 });
const httpStatus = (description: string) => number(`${description}, an HTTP status`);

const refusal = record(
  'why a request was refused',
  {
    code: text('a stable code'),
    sentence: text('one sentence for the reader of the page'),
    facts: object('what the sentence contains: numbers and words, by name; missing where it contains none'),
    byBridge: object('of what a bridge refused: `{code, path, input, facts}`, where it came as data'),
  },
  { optional: ['facts', 'byBridge'] },
);

const account = record(
  'the account that is signed in',
  {
    accountId: text('its id'),
    email: text('its e-mail address'),
    emailVerified: bool(
      'whether its owner opened a link sent to that address; missing where the cloud sends no e-mail',
    ),
    createdAt: instant('when it was made'),
    formToken: text('goes with every request that changes something, so that no other site can send one'),
  },
  { optional: ['emailVerified'] },
);

const signInMethods = record(
  'how an account is signed in to, besides the password',
  {
    codes: record('the authenticator app whose codes are needed; missing where none is set up', {
      since: instant('since when'),
      recoveryCodes: count('recovery codes that were not used'),
    }),
    passkeys: list(
      'passkeys, oldest first',
      record(
        'a passkey',
        {
          id: text('its id'),
          name: text('what its owner calls it'),
          createdAt: instant('when it was added'),
          usedAt: instant('when it was last used; missing where it never was'),
        },
        { optional: ['usedAt'] },
      ),
    ),
  },
  { optional: ['codes'] },
);

const email = (whose: string) => text(`the e-mail address of ${whose}`);
const right = word('what they may do: look, also send commands, also invite and remove others', rights);
const until = instant('when that ends; missing where it does not end by itself');

const bridge = record(
  'a bridge that the account can see',
  {
    systemId: text('its 9-digit id'),
    name: text('what its owner calls it'),
    access: word('what the account may do: a right, or everything', accesses),
    owner: email('its owner; missing where that is the account'),
    until,
    pairedAt: instant('when it was paired'),
    lastSeen: instant('when it was last connected, to the minute; missing where it never was'),
    isPresent: bool('whether it is connected; missing where the nodes of the cloud cannot reach each other'),
    unit: unit.fields,
    leader: zone.fields,
  },
  { optional: ['owner', 'until', 'lastSeen', 'isPresent', 'unit', 'leader'] },
);

const member = record(
  'a guest of a house, or an invitation that waits to be accepted',
  {
    id: text('its id'),
    email: email('the guest, or the one that was invited'),
    access: right,
    until,
    invitedBy: email('who invited them; missing where that account was deleted'),
    invitedAt: instant('when they were invited'),
    acceptedAt: instant('when they accepted; missing where they have not'),
    expiresAt: instant('until when the invitation can be accepted'),
    isSelf: bool('whether it is the account itself'),
  },
  { optional: ['until', 'invitedBy', 'acceptedAt', 'expiresAt'] },
);

const madeInvitation = record(
  'an invitation that was just made',
  {
    member,
    link: text(
      'where it can be accepted, once; shown only here, and missing where the cloud sends it by e-mail',
    ),
  },
  { optional: ['link'] },
);

const invitation = record(
  'an invitation to the house of somebody else',
  {
    id: text('its id'),
    name: text('what the house is called'),
    owner: email('its owner'),
    invitedBy: email('who invited; missing where that account was deleted'),
    access: right,
    until,
    expiresAt: instant('until when it can be accepted'),
  },
  { optional: ['invitedBy', 'until'] },
);

const pairingRequest = record(
  'a bridge that waits to be paired; nothing it reports about itself is proven',
  {
    code: text('as the bridge shows it: `BCDF-GHJK`'),
    reach: word('whether it asks to pair one bridge, or any number of them until its token expires', [
      'one',
      'many',
    ]),
    systemId: text('the 9-digit id it claims'),
    address: text('the address the request came from'),
  },
  { optional: ['systemId', 'address'] },
);

const grant = record('an app that the owner allowed', { clientId, name: text('its name') });

const app = record('an app of a developer', {
  clientId,
  name: text('its name'),
  redirectUris: list('where owners are sent back to', text('one of them'), {
    min: 1,
    max: cloudLimits.maxRedirectUris.count,
  }),
  confidential: bool('whether it can keep a secret'),
  pkceRequired: bool('whether each authorization needs a PKCE challenge (RFC 7636)'),
  createdAt: instant('when it was made'),
});

const madeApp = record(
  'an app that was just made',
  { app, secret: text('its secret, shown only here; missing where the app cannot keep one') },
  { optional: ['secret'] },
);

const usage = record('how many requests of one day were answered with one status', {
  day: instant('when the day began in UTC'),
  operation: word('a request of interface 4.3, a stream of changes, or something else', [
    'Discover',
    'Query',
    'Control',
    'Watch',
    'Unknown',
  ]),
  status: httpStatus('what was answered'),
  requests: count('how many'),
});

const appUsage = record('what an app requested', {
  since: instant('when the first day began'),
  until: instant('when the last day began'),
  usage: list('the counts', usage),
});

const ownToken = record('a token to try an app with, for the developer’s own account', {
  accessToken: text('the token'),
  expiresAt: instant('when it expires'),
});

const ledger = record(
  'what became of the changes for an endpoint: `changes` = `delivered` + `superseded` + `pending` + `dead`',
  {
    changes: count('all changes there were'),
    delivered: count('delivered'),
    superseded: count('replaced by a newer change of the same component before they were delivered'),
    pending: count('waiting'),
    dead: count('failed after the last attempt'),
  },
);

/** The messages an endpoint can receive besides test messages. */
export const chosenTypes = ['component', 'sync'] as const;
export type ChosenType = (typeof chosenTypes)[number];

const chosenEventTypes = list(
  'the kinds of messages that it receives; missing where it receives all',
  word('components, or the devices of a user as a set (Sync)', chosenTypes),
  { min: 1, max: chosenTypes.length },
);

const endpoint = record(
  'where an app receives changes',
  {
    id: text('its id'),
    clientId,
    url: text('where messages are sent'),
    createdAt: instant('when it was made'),
    oldSecretUntil: instant('until when the previous secret signs too; missing where only one is valid'),
    disabled: record('since when it is disabled', {
      at: instant('since when'),
      why: word('it answered 410, it failed for days, or its developer disabled it', [
        'gone',
        'failing',
        'developer',
      ]),
    }),
    failingSince: instant('since when every attempt failed'),
    ledger,
    eventTypes: chosenEventTypes,
  },
  { optional: ['oldSecretUntil', 'disabled', 'failingSince', 'eventTypes'] },
);

const madeEndpoint = record('an endpoint that was just made', {
  endpoint,
  secret: text('its secret, shown only here'),
});

const messageKind = word('components, the devices of a user as a set (Sync), or a test message', [
  'component',
  'sync',
  'test',
]);

const optionalOfDelivery = ['status', 'answer', 'problem', 'detail', 'nextAt', 'name', 'sentence'] as const;

const verdict = (description: string) => word(description, ['delivered', 'retry', 'dead', 'gone']);

const deliveryFields = {
  number: count('counts the attempts at this endpoint from 1'),
  at: instant('when it was made'),
  messageId: text('the id of the message'),
  kind: messageKind,
  components: count('components in the message'),
  attempt: count('which attempt at this message it was, from 1'),
  verdict: verdict('what became of it'),
  status: httpStatus('what the endpoint answered'),
  answer: text('the beginning of the body that the endpoint answered'),
  problem: word('why the endpoint answered nothing', [
    'address-forbidden',
    'name-unknown',
    'not-https',
    'unreachable',
    'tls',
    'too-slow',
    'stopped',
  ]),
  detail: text('detail of the problem'),
  latency: number('how long it took, ms'),
  bytes: count('size of the body that was sent'),
  nextAt: instant('when the next attempt is due'),
  subjects: list('the components in the message, or the user of a Sync', text('an id')),
  name: text('the name in the message, such as that of a room, if it is about one component that has one'),
  sentence: text('why it was not delivered'),
};

const delivery = record('one attempt to deliver a message', deliveryFields, { optional: optionalOfDelivery });

const wholeDelivery = record(
  'an attempt with what was sent',
  {
    ...deliveryFields,
    headers: map('headers of the request', text('value')),
    payload: text('the body, or the beginning of a long one'),
    isPayloadWhole: bool('whether `payload` is the whole body'),
    later: record('the latest attempt since at the same message, or at one about the same', {
      number: count('its number'),
      at: instant('when it was made'),
      verdict: verdict('what became of it'),
    }),
  },
  { optional: [...optionalOfDelivery, 'payload', 'later'] },
);

const eventType = record('a kind of message that an endpoint receives', {
  kind: messageKind,
  payload: text('a sample of its body, as JSON text'),
});

const testableComponent = record('a component of a house of the developer', {
  componentId: text('its id'),
  systemId: text('the 9-digit id of its bridge'),
  name: text('what it is called; empty where it has no name'),
});

const deadLetter = record('a change that could not be delivered', {
  kind: messageKind,
  subject: text('the component, or the user of a Sync'),
  queuedAt: instant('when it happened'),
  attempts: count('attempts that were made'),
});

/** The records of the console API, by their names in the contract. */
export const consoleRecords = {
  Refusal: refusal,
  Account: account,
  SignInMethods: signInMethods,
  Bridge: bridge,
  Member: member,
  MadeInvitation: madeInvitation,
  Invitation: invitation,
  Asking: pairingRequest,
  Link: grant,
  App: app,
  MadeApp: madeApp,
  Usage: usage,
  AppUsage: appUsage,
  OwnToken: ownToken,
  Ledger: ledger,
  Endpoint: endpoint,
  MadeEndpoint: madeEndpoint,
  Delivery: delivery,
  WholeDelivery: wholeDelivery,
  DeadLetter: deadLetter,
  EventType: eventType,
  TestableComponent: testableComponent,
} as const satisfies Readonly<Record<string, unknown>>;

/** A record of the console API. */
export type RecordOf<Name extends keyof typeof consoleRecords> = JsonValue<(typeof consoleRecords)[Name]>;
