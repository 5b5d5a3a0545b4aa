import type { Shape, Shaped } from './shape.ts';

const refusal = { code: 'text', sentence: 'text' } as const;

/** Who is signed in; the form token goes with whatever changes something, so that no other site can. */
const account = { accountId: 'text', email: 'text', createdAt: 'instant', formToken: 'text' } as const;

const bridge = {
  systemId: 'text',
  name: 'text',
  pairedAt: 'instant',
  /** To the minute; missing where it never was connected. */
  'lastSeen?': 'instant',
  /** Missing where the nodes of the cloud cannot reach each other. */
  'isPresent?': 'flag',
  /** The ducted unit as it was heard last; missing where there is none. */
  'unit?': { datagram: 'unit' },
} as const;

/** Whoever waits to be let in; none of what it says of itself is proven. */
const asking = {
  /** As it is shown there: `BCDF-GHJK`. */
  code: 'text',
  /** What it asks for: to pair one bridge, or any number of them until its token expires. */
  reach: { oneOf: ['one', 'many'] },
  'systemId?': 'text',
  /** The address it asked from. */
  'address?': 'text',
} as const;

/** An app its owner allowed. */
const link = { clientId: 'text', name: 'text' } as const;

const app = {
  clientId: 'text',
  name: 'text',
  redirectUri: 'text',
  confidential: 'flag',
  pkceRequired: 'flag',
  createdAt: 'instant',
} as const;

/** Apps that cannot keep a secret have none. */
const madeApp = { app, 'secret?': 'text' } as const;

/** How many requests were answered with a status on one day, which is named by its beginning in UTC. */
const usage = {
  day: 'instant',
  /** A request of interface 4.3, a stream of changes, or something that was none of them. */
  operation: { oneOf: ['Discover', 'Query', 'Control', 'Watch', 'Unknown'] },
  status: 'status',
  requests: 'count',
} as const;

/** What an app asked for, from the first day to the last. */
const appUsage = { since: 'instant', until: 'instant', usage: { listOf: usage } } as const;

/** A token to try an app with, for the developer's own account. */
const ownToken = { accessToken: 'text', expiresAt: 'instant' } as const;

/**
 * What became of everything an endpoint was to hear of; at every instant
 * `changes` = `delivered` + `superseded` + `pending` + `dead`.
 */
const ledger = {
  changes: 'count',
  delivered: 'count',
  superseded: 'count',
  pending: 'count',
  dead: 'count',
} as const;

const endpoint = {
  id: 'text',
  clientId: 'text',
  url: 'text',
  createdAt: 'instant',
  /** Until when the secret before is valid too; missing where only one is. */
  'oldSecretUntil?': 'instant',
  /** It answered 410, it failed for days, its developer said so. */
  'disabled?': { at: 'instant', why: { oneOf: ['gone', 'failing', 'developer'] } },
  /** Since when every attempt failed. */
  'failingSince?': 'instant',
  ledger,
} as const;

const madeEndpoint = { endpoint, secret: 'text' } as const;

/** What a message tells of: components, the devices of a user as a set (Sync), or nothing (a test message). */
const messageKind = { oneOf: ['component', 'sync', 'test'] } as const;

/** One attempt to deliver a message. */
const delivery = {
  /** Counts the attempts at this endpoint from 1. */
  number: 'count',
  at: 'instant',
  messageId: 'text',
  kind: messageKind,
  components: 'count',
  /** Which attempt at this message it was, from 1. */
  attempt: 'count',
  verdict: { oneOf: ['delivered', 'retry', 'dead', 'gone'] },
  /** What was answered, with the beginning of its body; or why nothing was, with its detail. */
  'status?': 'status',
  'answer?': 'text',
  'problem?': {
    oneOf: ['address-forbidden', 'name-unknown', 'not-https', 'unreachable', 'tls', 'too-slow', 'stopped'],
  },
  'detail?': 'text',
  latency: 'duration',
  /** Of the body that was sent. */
  bytes: 'count',
  'nextAt?': 'instant',
  /** The components it told of, or the user of a Sync. */
  subjects: { listOf: 'text' },
  /** Why it was not delivered. */
  'sentence?': 'text',
} as const;

/** An attempt with what was sent. */
const wholeDelivery = {
  ...delivery,
  headers: { mapOf: 'text' },
  /** The body, or the beginning of a long one. */
  'payload?': 'text',
  isPayloadWhole: 'flag',
} as const;

/** Something an endpoint was not told of, after the last try. */
const deadLetter = {
  kind: messageKind,
  /** The component, or the user of a Sync. */
  subject: 'text',
  /** When it happened. */
  queuedAt: 'instant',
  attempts: 'count',
} as const;

/** The things a cloud tells its browser application of, by the names they have in the contract. */
export const siteRecords = {
  Refusal: refusal,
  Account: account,
  Bridge: bridge,
  Asking: asking,
  Link: link,
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
} as const satisfies Record<string, Shape>;

/** One of the things a cloud tells its browser application of. */
export type SiteRecord<Name extends keyof typeof siteRecords> = Shaped<(typeof siteRecords)[Name]>;

/** What each route answers when it was done, by the id of the route; nothing where it is not among them. */
export const siteAnswers = {
  account,
  signUp: account,
  signIn: account,
  changePassword: account,
  bridges: { listOf: bridge },
  findPairing: asking,
  links: { listOf: link },
  apps: { listOf: app },
  makeApp: madeApp,
  replaceAppSecret: { secret: 'text' },
  appUsage,
  ownToken: { 'expiresAt?': 'instant' },
  makeOwnToken: ownToken,
  endpoints: { listOf: endpoint },
  makeEndpoint: madeEndpoint,
  endpoint,
  replaceEndpointSecret: { secret: 'text', oldSecretUntil: 'instant' },
  deliveries: { deliveries: { listOf: delivery } },
  delivery: wholeDelivery,
  resend: { resent: { oneOf: ['same-message', 'new-message'] } },
  dead: { dead: { listOf: deadLetter } },
  replay: { replayed: 'count' },
} as const satisfies Record<string, Shape>;

/** A route that answers something when it was done. */
export type SiteAnswering = keyof typeof siteAnswers;

/** What a route answers when it was done. */
export type SiteAnswer<Id extends SiteAnswering> = Shaped<(typeof siteAnswers)[Id]>;
