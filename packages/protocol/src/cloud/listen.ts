import { type RefusalEntry, refusalTable } from '../refusal/refusal-table.ts';

/**
 * The connection of `plenum listen` to a cloud. `POST path` opens a listener of an app and gives a ticket, with which a
 * WebSocket at the same path is opened once. The client authenticates with the client id and secret of test keys (Basic), or
 * with an access token of the client `clientId` and `scope` (Bearer).
 */
export const listen = {
  path: '/listen',
  resendPath: '/listen/resend',
  triggerPath: '/listen/trigger',
  subprotocol: 'listen.v1.plenum',
  /** The public client of the command line, the scope that it requests, and its parameter of the device authorization. */
  clientId: 'plenum-cli',
  scope: 'listen',
  /** "yes" to request the live events of an app, not those of its test keys (RFC 8628, 3.1). */
  liveParameter: 'live',
} as const;

/** Maximum number of characters of the name of a listener. */
export const maxListenerName = 40;

/** Checks the name of a listener: visible ASCII, as host names and words are. */
export const isListenerName = (name: string): boolean =>
  name.length <= maxListenerName && /^[!-~](?:[ -~]*[!-~])?$/.test(name);

/** A listener that was opened. Instants are in ms UTC. */
export interface OpenedListener {
  readonly name: string;
  /** The app, or its test keys. */
  readonly clientId: string;
  readonly appName: string;
  readonly isTest: boolean;
  /** The secret that signs the messages. */
  readonly secret: string;
  /** Opens the WebSocket once, within a minute. */
  readonly ticket: string;
  /** Since when events were not delivered; missing for a new listener. */
  readonly missedSince?: number;
  /** The time of the cloud. */
  readonly now: number;
}

/** The events that `plenum trigger` causes in a simulated house, each with how. Those that a house has already end again. */
export const triggerEvents = {
  temperature: 'let 15 minutes pass, so that the temperatures change',
  setpoint: 'change the setpoint of a zone by half a degree',
  fault: 'the ducted unit reports error E05, or no longer does',
  sensor: 'the temperature sensor of a zone fails, or works again',
  battery: 'the battery of a zone sensor is empty, or full again',
  sync: 'the bridge gets a firmware without lighting, or with it, so that components are removed or added: a Sync',
  offline: 'disconnect the bridge; it sends no events until it is connected',
  online: 'connect the bridge again; its changes are sent',
} as const;

export type TriggerEvent = keyof typeof triggerEvents;

export const isTriggerEvent = (word: unknown): word is TriggerEvent =>
  typeof word === 'string' && Object.hasOwn(triggerEvents, word);

/** An event that was caused: its house, and in a sentence what happened. */
export interface Triggered {
  readonly systemId: string;
  readonly done: string;
}

/** A message on its way again: the number of its subjects, and whether the listener is connected. */
export interface ResentToListener {
  readonly resent: number;
  readonly connected: boolean;
}

/** A message of an app on its way through a listener, to be posted as it is. */
export interface ListenedMessage {
  /** Number of the message on this connection. */
  readonly number: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of a message: the response of the local URL, or why there was none. `latency` is in ms. */
export type ListenResult = { readonly number: number; readonly latency: number } & (
  | { readonly status: number; readonly answer: string }
  | { readonly problem: 'unreachable' | 'too-slow'; readonly detail: string }
);

/** Reasons why a cloud closes the connection of a listener (RFC 6455, 7.4.2), each with its sentence. */
export const listenEnds = {
  4000: {
    reason: 'replaced',
    sentence: 'Another plenum listen connected under the same name. Choose another one with --name.',
  },
  4001: { reason: 'removed', sentence: 'The listener or its app was removed in the console.' },
  4002: {
    reason: 'revoked',
    sentence: 'The access was revoked, or the secret of the test keys was replaced.',
  },
  4003: {
    reason: 'gone',
    sentence:
      'The local URL answered 410, "gone": a cloud disables such an endpoint. Start plenum listen again to continue.',
  },
  4004: { reason: 'malformed', sentence: 'The cloud did not understand a result of this plenum listen.' },
} as const satisfies Readonly<Record<number, { readonly reason: string; readonly sentence: string }>>;

export type ListenEnd = keyof typeof listenEnds;

const entries = {
  'not-identified': {
    status: 401,
    sentence: () =>
      'Give the client id and the secret of the test keys of your app: PLENUM_CLIENT_ID and PLENUM_CLIENT_SECRET.',
  },
  'wrong-secret': {
    status: 401,
    sentence: () =>
      'The client id or the secret is wrong. The console of the cloud shows the test keys of your app.',
  },
  'wrong-token': {
    status: 401,
    sentence: () => 'The access was revoked or has expired. Start plenum listen again to ask for it.',
  },
  'live-keys': {
    status: 403,
    sentence: () =>
      'These are live keys. Use the test keys of the app, or plenum listen --live without keys, which asks you in a browser.',
  },
  'body-malformed': {
    status: 400,
    sentence: ({ facts }) => `The body must be a JSON object with ${facts.members}.`,
  },
  'name-malformed': {
    status: 400,
    sentence: () => `The name of a listener has 1 to ${maxListenerName} letters, digits and signs of ASCII.`,
  },
  'kind-malformed': {
    status: 400,
    sentence: ({ facts }) => `The kind of event must be ${facts.kinds}.`,
  },
  'too-many-listeners': {
    status: 409,
    sentence: ({ facts }) =>
      `The app already has ${facts.most} listeners (${facts.names}), the most it can have. Remove one in the console, or connect as one of them with --name.`,
  },
  'no-such-listener': {
    status: 404,
    sentence: ({ facts }) =>
      `The app has no listener ${JSON.stringify(facts.name)}. Start plenum listen first.`,
  },
  'no-such-message': {
    status: 404,
    sentence: ({ facts }) =>
      `No log of this listener or of an endpoint of the app has a message ${JSON.stringify(facts.messageId)}.`,
  },
  'live-app': {
    status: 403,
    sentence: () =>
      'Events are caused only with test keys, in a simulated house. Those of a live house come from its people.',
  },
  'live-house': {
    status: 403,
    sentence: ({ facts }) =>
      `${facts.systemId} is not a simulated house of one of your test users. Events are caused only there.`,
  },
  'no-test-house': {
    status: 409,
    sentence: () =>
      'No test user who allowed the app has a house. Create one in the console, and its tokens, under "Test users" of the app.',
  },
  'unknown-event': {
    status: 400,
    sentence: ({ facts }) => `There is no event ${JSON.stringify(facts.event)}. Use one of ${facts.events}.`,
  },
  'house-lacks': {
    status: 409,
    sentence: ({ facts }) => `House ${facts.systemId} has nothing that can cause this event: ${facts.event}.`,
  },
  'house-refused': {
    status: 409,
    sentence: ({ facts }) => `House ${facts.systemId} did not do it: ${facts.why}`,
  },
  'too-many-requests': {
    status: 429,
    sentence: ({ facts }) => `Too many requests; try again in ${facts.seconds} s.`,
  },
  'node-full': {
    status: 503,
    sentence: () => 'This node has as many listeners as it can have; try again.',
  },
} satisfies Readonly<Record<string, RefusalEntry>>;

/** Reasons why a request of `plenum listen` is refused. */
export type ListenRefusalCode = keyof typeof entries;

/** The refusals of `plenum listen`, whose sentences its user reads. */
export const listenRefusals = refusalTable<ListenRefusalCode>(entries);
