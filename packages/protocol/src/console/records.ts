import { cloudLimits } from '../cloud/limits.ts';
import { bool, instant, list, map, number, object, quantity, record, text, word } from '../field/make.ts';
import { unit } from '../unit/resource.ts';
import { zone } from '../zone/resource.ts';
import { accesses, rights } from './access.ts';
import type { JsonValue } from './json-value.ts';

const clientId = text('the key of the app (`client_id`)');
const count = (description: string) => number(description, { min: 0 });
const httpStatus = (description: string) => number(`HTTP status of ${description}`);

const refusal = record(
  'why a request was refused',
  {
    code: text('a stable code'),
    sentence: text('one sentence for the reader of the page'),
    facts: object('numbers and words in the sentence, by name; missing if there are none'),
    byBridge: object('the refusal of the bridge, if it sent one as data: `{code, path, input, facts}`'),
  },
  { optional: ['facts', 'byBridge'] },
);

const account = record(
  'the account that is signed in',
  {
    accountId: text('its id'),
    email: text('its e-mail address'),
    emailVerified: bool(
      'whether its owner opened a link sent to that address; missing if the cloud does not send e-mail',
    ),
    createdAt: instant('when it was created'),
    formToken: text(
      'token to send with every request that changes something, so that no other site can send one',
    ),
  },
  { optional: ['emailVerified'] },
);

const signInMethods = record(
  'the ways to sign in to an account other than the password',
  {
    codes: record('the authenticator app whose codes are required; missing if none is set up', {
      since: instant('when it was set up'),
      recoveryCodes: count('recovery codes that have not been used'),
    }),
    passkeys: list(
      'passkeys, oldest first',
      record(
        'a passkey',
        {
          id: text('its id'),
          name: text('the name that its owner gave it'),
          createdAt: instant('when it was added'),
          usedAt: instant('when it was last used; missing if never'),
        },
        { optional: ['usedAt'] },
      ),
    ),
  },
  { optional: ['codes'] },
);

const email = (whose: string) => text(`the e-mail address of ${whose}`);
const right = word('what they may do: view, also send commands, or also invite and remove others', rights);
const until = instant('when the access ends; missing if it has no end');

const bridge = record(
  'a bridge that the account can see',
  {
    systemId: text('its 9-digit id'),
    name: text('the name that its owner gave it'),
    access: word('what the account may do: one of the rights, or everything', accesses),
    owner: email('its owner; missing if that is the account itself'),
    until,
    pairedAt: instant('when it was paired'),
    lastSeen: instant('when it was last connected, to the minute; missing if never'),
    isPresent: bool('whether it is connected; missing if the nodes of the cloud cannot reach each other'),
    unit: unit.fields,
    leader: zone.fields,
  },
  { optional: ['owner', 'until', 'lastSeen', 'isPresent', 'unit', 'leader'] },
);

const member = record(
  'a guest of a house, or an invitation that has not been accepted yet',
  {
    id: text('its id'),
    email: email('the guest or the invited person'),
    access: right,
    until,
    invitedBy: email('the person who invited them; missing if that account was deleted'),
    invitedAt: instant('when they were invited'),
    acceptedAt: instant('when they accepted; missing if they have not'),
    expiresAt: instant('when the invitation expires'),
    isSelf: bool('whether the guest is the account itself'),
  },
  { optional: ['until', 'invitedBy', 'acceptedAt', 'expiresAt'] },
);

const madeInvitation = record(
  'an invitation that was just created',
  {
    member,
    link: text(
      'a link that accepts the invitation once; shown only here, and missing if the cloud sends it by e-mail',
    ),
  },
  { optional: ['link'] },
);

const invitation = record(
  'an invitation to a house of another account',
  {
    id: text('its id'),
    name: text('the name of the house'),
    owner: email('its owner'),
    invitedBy: email('the person who sent the invitation; missing if that account was deleted'),
    access: right,
    until,
    expiresAt: instant('when it expires'),
  },
  { optional: ['invitedBy', 'until'] },
);

const pairingRequest = record(
  'a bridge that is waiting to be paired; what it reports about itself is not verified',
  {
    code: text('the code as the bridge shows it: `BCDF-GHJK`'),
    reach: word('whether it asks to pair one bridge, or any number of them until its token expires', [
      'one',
      'many',
    ]),
    systemId: text('the 9-digit id it claims'),
    address: text('the address the request came from'),
  },
  { optional: ['systemId', 'address'] },
);

const grant = record('an app that the owner has allowed', { clientId, name: text('its name') });

const app = record(
  'an app of a developer',
  {
    clientId,
    name: text('its name'),
    redirectUris: list('the addresses that owners can be sent back to', text('a redirect URI'), {
      min: 1,
      max: cloudLimits.maxRedirectUris.count,
    }),
    confidential: bool('whether it can keep a secret'),
    pkceRequired: bool('whether each authorization needs a PKCE challenge (RFC 7636)'),
    createdAt: instant('when it was created'),
    testClientId: text('the `client_id` of its test keys; missing if it has none'),
  },
  { optional: ['testClientId'] },
);

const madeApp = record(
  'an app that was just created',
  { app, secret: text('its secret, shown only here; missing if the app cannot keep one') },
  { optional: ['secret'] },
);

const operation = word('a request of interface 4.3, a stream of changes, or something else', [
  'Discover',
  'Query',
  'Control',
  'Watch',
  'Unknown',
]);

const usage = record('the number of requests of one day that were answered with one status', {
  day: instant('the beginning of the day in UTC'),
  operation,
  status: httpStatus('the answers'),
  requests: count('number of requests'),
});

const latestRequest = record(
  'a request, without names and secrets',
  {
    at: instant('the time of its answer'),
    over: word('the way it took', ['http', 'grpc']),
    operation,
    status: httpStatus('the answer'),
    result: text('the result of interface 7'),
    ms: quantity('time until the answer in ms'),
    asked: object('its body; texts that people chose are replaced by `<text>`'),
    isRedacted: bool('true if something was replaced or left out'),
    curl: text('a command line that repeats it, with the token as `$TOKEN`'),
  },
  { optional: ['asked', 'curl'] },
);

const appUsage = record('the requests of an app', {
  since: instant('the beginning of the first day'),
  until: instant('the beginning of the last day'),
  usage: list('the counts', usage),
  latest: list('the latest requests that this node answered, newest first', latestRequest),
});

const ownToken = record('a token for trying an app with the developer’s own account', {
  accessToken: text('the token'),
  expiresAt: instant('when it expires'),
});

const ledger = record(
  'what happened to the changes for an endpoint: `changes` = `delivered` + `superseded` + `pending` + `dead`',
  {
    changes: count('all changes'),
    delivered: count('delivered'),
    superseded: count('replaced by a newer change of the same component before they were delivered'),
    pending: count('waiting'),
    dead: count('failed after the last attempt'),
  },
);

/** The messages an endpoint can receive, except test messages. */
export const chosenTypes = ['component', 'sync'] as const;
export type ChosenType = (typeof chosenTypes)[number];

const chosenEventTypes = list(
  'the kinds of messages that it receives; missing if it receives all kinds',
  word('components, or the devices of a user as a set (Sync)', chosenTypes),
  { min: 1, max: chosenTypes.length },
);

const endpoint = record(
  'an endpoint where an app receives changes',
  {
    id: text('its id'),
    clientId,
    url: text('the address that messages are sent to'),
    createdAt: instant('when it was created'),
    oldSecretUntil: instant(
      'when messages are no longer signed with the previous secret; missing if only one secret is valid',
    ),
    disabled: record('when and why it was disabled; missing if it is enabled', {
      at: instant('when it was disabled'),
      why: word('the reason: it answered 410, it failed for days, or its developer disabled it', [
        'gone',
        'failing',
        'developer',
      ]),
    }),
    failingSince: instant('the time since which every attempt has failed'),
    ledger,
    eventTypes: chosenEventTypes,
  },
  { optional: ['oldSecretUntil', 'disabled', 'failingSince', 'eventTypes'] },
);

const madeEndpoint = record('an endpoint that was just created', {
  endpoint,
  secret: text('its secret, shown only here'),
});

const listener = record('a connection of `plenum listen`, and its name', {
  id: text('its id'),
  name: text('its name at the app'),
  createdAt: instant('when it first connected'),
  connected: bool('whether it is connected'),
  seenAt: instant('when it was last connected'),
  allowedBy: word('what allowed it: the secret of the test keys, or a consent of the developer', [
    'keys',
    'consent',
  ]),
});

const messageKind = word('components, the devices of a user as a set (Sync), or a test message', [
  'component',
  'sync',
  'test',
]);

const optionalOfDelivery = [
  ...(['status', 'answer', 'problem', 'detail', 'nextAt', 'name', 'sentence', 'attributes'] as const),
] as const;

/** Results of an attempt to deliver a message. */
export const deliveryVerdicts = ['delivered', 'retry', 'dead', 'gone'] as const;

const verdict = (description: string) => word(description, deliveryVerdicts);

const deliveryFields = {
  number: count('number of the attempt among all attempts at this endpoint, from 1'),
  at: instant('when it was made'),
  messageId: text('the id of the message'),
  kind: messageKind,
  components: count('number of components in the message'),
  attempt: count('number of the attempt among those at this message, from 1'),
  verdict: verdict('the outcome of the attempt'),
  status: httpStatus('the answer'),
  answer: text('the beginning of the answer’s body'),
  problem: word('the reason why there was no answer', [
    'address-forbidden',
    'name-unknown',
    'not-https',
    'unreachable',
    'tls',
    'too-slow',
    'stopped',
  ]),
  detail: text('details of the problem'),
  latency: number('duration of the attempt, ms'),
  bytes: count('size of the body that was sent, in bytes'),
  nextAt: instant('when the next attempt is due'),
  subjects: list('the components in the message, or the user of a Sync', text('an id')),
  name: text(
    'the name in the message, such as that of a room, if the message is about one component with a name',
  ),
  sentence: text('the reason why it was not delivered'),
  attributes: list('the members of the components whose change caused the message', text('a name')),
};

const delivery = record('one attempt to deliver a message', deliveryFields, { optional: optionalOfDelivery });

const wholeDelivery = record(
  'an attempt with the message that was sent',
  {
    ...deliveryFields,
    headers: map('headers of the request', text('value')),
    payload: text('the body, or the beginning of a long body'),
    isPayloadWhole: bool('whether `payload` is the whole body'),
    later: record('the latest attempt since then for the same message, or for one about the same change', {
      number: count('its number'),
      at: instant('when it was made'),
      verdict: verdict('the outcome of the attempt'),
    }),
  },
  { optional: [...optionalOfDelivery, 'payload', 'later'] },
);

const resendJob = record(
  'a job that sends the changes of all matching attempts again, each change once with its current state',
  {
    state: word('whether it is running, and how it ended; `stopped`: the endpoint was disabled', [
      'running',
      'done',
      'cancelled',
      'stopped',
    ]),
    createdAt: instant('when it was started'),
    endedAt: instant('when it ended'),
    attempts: count('number of matching attempts'),
    total: count('number of changes in them'),
    resent: count('number of changes that are sent again so far'),
  },
  { optional: ['endedAt'] },
);

const eventType = record('a kind of message that an endpoint receives', {
  kind: messageKind,
  payload: text('a sample of its body, as JSON text'),
});

const testableComponent = record('a component of a house of the developer', {
  componentId: text('its id'),
  systemId: text('the 9-digit id of its bridge'),
  name: text('its name; empty if it has none'),
});

const deadLetter = record('a change that could not be delivered', {
  kind: messageKind,
  subject: text('the component, or the user of a Sync'),
  queuedAt: instant('when the change happened'),
  attempts: count('number of attempts'),
});

const testHouse = record('a simulated house of a test user', {
  systemId: text('the 9-digit id of its bridge'),
  name: text('its name'),
  scale: number('seconds of house time per second', { min: 0 }),
  createdAt: instant('when it was created'),
  suspendsAt: instant('when it is suspended unless an app uses it before'),
  isPresent: bool('whether it is running'),
});

const sharedTestHouse = record(
  'a house that a test user shares with another one',
  {
    systemId: text('the 9-digit id of its bridge'),
    name: text('its name'),
    owner: text('the id of the test user who owns it'),
    access: right,
    until,
  },
  { optional: ['until'] },
);

const testUser = record('a user that a developer created', {
  testUserId: text('its id, which is the `userID` of the interface'),
  name: text('its name'),
  createdAt: instant('when it was created'),
  houses: list('its houses', testHouse),
  shared: list('the houses that other test users share with it', sharedTestHouse),
  apps: list('the test keys that have access to its houses', grant),
});

const testKeys = record(
  'the test keys of an app, which see only test users of its developer',
  {
    clientId: text('the `client_id` to use in place of the app’s'),
    secret: text('the secret, shown only here; missing if the app cannot keep one'),
  },
  { optional: ['secret'] },
);

const testTokens = record('tokens of test keys for a test user', {
  clientId: text('the `client_id` of the test keys'),
  accessToken: text('the access token'),
  refreshToken: text('the refresh token'),
  expiresAt: instant('when the access token expires'),
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
  Listener: listener,
  Delivery: delivery,
  WholeDelivery: wholeDelivery,
  DeadLetter: deadLetter,
  ResendJob: resendJob,
  EventType: eventType,
  TestableComponent: testableComponent,
  TestHouse: testHouse,
  SharedTestHouse: sharedTestHouse,
  TestUser: testUser,
  TestKeys: testKeys,
  TestTokens: testTokens,
} as const satisfies Readonly<Record<string, unknown>>;

/** A record of the console API. */
export type RecordOf<Name extends keyof typeof consoleRecords> = JsonValue<(typeof consoleRecords)[Name]>;
