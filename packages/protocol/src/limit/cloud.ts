import type { FailureLimit, Limits } from './limit.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Maximum size in bytes of a gRPC message, and of a response to an assistant's request. */
const maxMessage = 4_194_304;
const leastRead = 1_024;
const unprovenFor = hour;
const refusalDelay = second;
const keptFor = 15 * second;
const answerTime = minute;
const turnPause = second;
const turnUsable = 10 * minute;
const longestTurnWait = 5 * minute;

const retryLater = '429 with `Retry-After`';
const readLater = 'they are read later';
const closed = 'the connection is closed';

/** The part of a node's capacity that one account may use, so that it cannot slow down others (decisions/021). */
const shares = {
  bridges: { most: 100, of: 'bridges', per: 'user', beyond: '`too-many-bridges` when another one is paired' },
  developmentBridges: {
    ...{ most: 100_000, of: 'bridges in development mode', per: 'user' },
    beyond: '`too-many-bridges` when another one is paired',
  },
  /**
   * If an operator raises the number of bridges that an account may have, this limit is that number. `time` is how long
   * a bridge that has not connected yet keeps its system id.
   */
  unprovenBridges: {
    ...{ most: 20, time: unprovenFor, of: 'paired bridges that have not connected yet', per: 'user' },
    beyond: `\`too-many-bridges\`; the system id becomes free again after ${unprovenFor / hour} h`,
  },
  /** `least` is the minimum number of bytes that a request counts as. */
  read: {
    ...{ rate: 20_480, burst: 204_800, least: leastRead, unit: 'bytes', isPerBridge: true },
    ...{
      of: `components read by apps (Discover, Query, Watch), at least ${leastRead} bytes per request`,
      per: 'user',
    },
    beyond: retryLater,
  },
  /**
   * Shared by all apps: a limit per token could be evaded, since each refresh gives an app a new token with its own
   * rate.
   */
  controls: {
    ...{ rate: 2, burst: 20, isPerBridge: true, of: 'Controls', per: 'user' },
    beyond: `${retryLater}; nothing was done`,
  },
  discoversOfApp: {
    ...{ maxPerKey: 1, maxWaiting: 5, maxWait: 30 * second, of: 'Discovers', per: 'app and user' },
    beyond: retryLater,
  },
  /** Apps take turns. `turn` is the maximum time that one app may delay others. */
  discovers: {
    ...{ maxPerKey: 1, maxWait: 30 * second, turn: 10 * second },
    ...{ of: 'Discovers of all apps, which take turns', per: 'user', beyond: retryLater },
  },
  discoverRead: {
    ...{ most: minute, unit: 'ms', of: 'time for reading the answer to a Discover', per: 'request' },
    beyond: 'the answer is cut off',
  },
  grpcDiscover: {
    ...{ most: maxMessage, unit: 'bytes', of: 'answer to a Discover over gRPC', per: 'request' },
    beyond: '429; use Watch, which sends components bridge by bridge',
  },
  streamsOfApp: { maxPerKey: 20, of: 'Watch streams', per: 'app and user', beyond: '429' },
  streams: { maxPerKey: 40, of: 'Watch streams of all apps', per: 'user', beyond: '429' },
  cursorBytes: {
    ...{ maxPerKey: 2_048, unit: 'bytes', isPerBridge: true },
    ...{ of: 'cursors sent when opening streams', per: 'user', beyond: '429' },
  },
  houseReads: {
    ...{ rate: 2, burst: 60, of: 'reads of history and energy from bridges', per: 'app and user' },
    beyond: retryLater,
  },
  /** A bridge's response is reused for `time`. */
  keptReads: {
    ...{
      most: 8,
      time: keptFor,
      of: `responses to these reads that are reused for ${keptFor / second} s`,
      per: 'user',
    },
    beyond: 'the oldest is forgotten',
  },
  /** A message costs ten times as much to handle as a Query. */
  assistantMessages: {
    ...{ rate: 20, burst: 100, of: 'messages of assistants (`/mcp`)', per: 'user', beyond: retryLater },
  },
  /** `time` is the maximum time of a response. */
  assistantAnswers: {
    ...{
      maxPerKey: 20,
      time: answerTime,
      of: `messages of assistants being answered, up to ${answerTime / second} s each`,
      per: 'user',
    },
    beyond: retryLater,
  },
  assistantRead: {
    ...{
      most: maxMessage,
      unit: 'bytes',
      of: 'answer to one request of an assistant’s tool',
      per: 'request',
    },
    beyond: '413; the tool fails',
  },
  latestRequests: {
    ...{ most: 50, of: 'latest requests of an app in the console', per: 'app' },
    beyond: 'the oldest is forgotten',
  },
  latestRequestsBytes: {
    ...{ most: 32_768, unit: 'bytes', of: 'these requests in memory', per: 'app' },
    beyond: 'the oldest is forgotten',
  },
  latestRequestBody: {
    ...{ most: 2_048, unit: 'bytes', of: 'body that is listed', per: 'request' },
    beyond: 'the request is listed without its body',
  },
  testUsers: { most: 20, of: 'test users', per: 'developer', beyond: '`too-many-test-users`' },
  testHouses: {
    ...{ most: 50, of: 'houses of test users', per: 'developer', beyond: '`too-many-test-houses`' },
  },
  testRequests: {
    ...{ most: 50, of: 'latest requests of a house of a test user in the console', per: 'house' },
    beyond: 'the oldest is forgotten',
  },
  testRequestsBytes: {
    ...{ most: 16_384, unit: 'bytes', of: 'these requests in memory', per: 'house' },
    beyond: 'the oldest is forgotten',
  },
  /** Simulating takes about 10 µs per second of house time. */
  testSpeed: {
    ...{ most: 3_600, of: 'seconds of house time per second, all houses of test users', per: 'developer' },
    beyond: '`test-houses-too-fast`',
  },
  /** A step larger than the rest of the month is allowed too, but the next one then has to wait longer. */
  testSteps: {
    ...{ rate: 3_600, burst: 2_678_400, of: 'seconds of house time stepped', per: 'developer' },
    beyond: `${retryLater}; nothing was done`,
  },
  bridgeFrames: { rate: 100, burst: 1_000, of: 'frames', per: 'bridge', beyond: readLater },
  bridgeBytes: {
    ...{ rate: 262_144, burst: 1_048_576, unit: 'bytes', of: 'frames', per: 'bridge', beyond: readLater },
  },
  frames: {
    ...{ rate: 5, burst: 50, isPerBridge: true, of: 'frames of all bridges', per: 'user', beyond: readLater },
  },
  frameBytes: {
    ...{ rate: 16_384, burst: 163_840, unit: 'bytes', isPerBridge: true },
    ...{ of: 'frames of all bridges', per: 'user', beyond: readLater },
  },
  events: {
    ...{ rate: 20, burst: 200, isPerBridge: true },
    ...{ of: 'events that bridges cause for endpoints', per: 'user', beyond: 'frames are stored later' },
  },
  entries: {
    ...{ rate: 0.2, burst: 5, isPerBridge: true, of: 'attempts of bridges to connect', per: 'user' },
    beyond: '`busy` with `Retry-After`',
  },
  enteringOfUser: {
    ...{ maxPerKey: 0.08, maxWaiting: 1, isPerBridge: true, of: 'bridges that are connecting', per: 'user' },
    beyond: '`busy` with `Retry-After`',
  },
  /** Each request sends all components again. */
  enables: {
    ...{ rate: 0.2, burst: 20, of: 'endpoints enabled or switched to other event types', per: 'user' },
    beyond: retryLater,
  },
  bulkResends: {
    ...{ rate: 0.1, burst: 6, of: 'requests to resend many deliveries', per: 'user', beyond: retryLater },
  },
} as const satisfies Limits;

/** Requests of apps, pages and browsers. An address is an IPv4 address or a /64 network. */
const requests = {
  tokenRequests: {
    ...{ rate: 50, burst: 100, of: 'requests (`--rate`, `--burst`)', per: 'token' },
    beyond: '429 with `Retry-After` and `RateLimit`',
  },
  requestsWithoutToken: {
    ...{ rate: 10, burst: 200, of: 'requests without a valid token', per: 'address' },
    beyond: `${retryLater}; not for a token that has been valid at this node`,
  },
  /** `delay` is added before each further refusal, because a flood of refusals would keep a node busy. */
  quickRefusals: {
    ...{ rate: 10, burst: 200, delay: refusalDelay, of: 'refusals without a delay', per: 'token, address' },
    beyond: `they are sent ${refusalDelay / second} s later`,
  },
  /** Opening a page takes about a dozen requests. */
  consoleRequests: {
    ...{ rate: 20, burst: 300, of: 'requests to the console except commands', per: 'account, address' },
    beyond: retryLater,
  },
  /** `time` is the maximum time for reading an export, after which it is cut off. */
  accountExports: {
    ...{
      rate: 1 / 600,
      burst: 3,
      time: minute,
      of: `exports of an account, read within ${minute / second} s`,
      per: 'account',
    },
    beyond: retryLater,
  },
  addressTokens: {
    ...{ rate: 50, burst: 500, of: '`/token`, `/introspect`, `/revoke` (`--token-rate`)', per: 'address' },
    beyond: '429 with `Retry-After` and `RateLimit`',
  },
  appTokens: {
    ...{ rate: 50, burst: 500, of: 'the same paths, with the secret of an app (`--token-rate`)', per: 'app' },
    beyond: retryLater,
  },
  /** Every user of an app without a secret could make these requests under the app's client id. */
  consentTokens: {
    ...{ rate: 1, burst: 60, of: '`/token` without a secret', per: 'consent', beyond: retryLater },
  },
  /** Each request is stored in the database. */
  authorizations: {
    ...{ rate: 2, burst: 100, of: '`/login` and `/device`', per: 'address' },
    beyond: 'a page, 429 with `Retry-After`',
  },
  /** Each code is stored, and is one more code that a guess could match. */
  deviceCodes: { rate: 0.1, burst: 30, of: '`/device/authorization`', per: 'address', beyond: retryLater },
  /** No row is stored, but each registration can be shown to an owner. */
  registrations: { rate: 0.1, burst: 30, of: '`/register`', per: 'address', beyond: retryLater },
  /** Clients poll every 5 s, with some tolerance (RFC 8628, 3.5). */
  devicePolls: { rate: 0.25, burst: 5, of: 'polls', per: 'device code', beyond: '`slow_down`' },
} as const satisfies Limits;

/** Maximum number that a node stores at one time. */
const nodes = {
  connections: {
    // Enough for an office, or for a carrier with many houses behind one address.
    ...{ maxConcurrent: 20_000, maxPerKey: 2_000, of: 'connections', per: 'address', beyond: closed },
  },
  handshakes: {
    ...{ maxConcurrent: 4_000, maxPerKey: 200, of: 'unfinished TLS handshakes', per: 'address' },
    beyond: 'the oldest is closed if it is slow',
  },
  calls: { maxPerKey: 100, of: 'calls of an HTTP/2 session', per: 'connection', beyond: 'they wait' },
  /** A client resets a call to stop waiting for it. `time` is the longest time without new sessions. */
  resets: {
    ...{
      rate: 20,
      burst: 1_000,
      time: minute,
      of: 'calls of HTTP/2 sessions that are reset',
      per: 'address',
    },
    beyond: `the session is closed, and new ones are for up to ${minute / second} s`,
  },
  headerBytes: { most: 16_384, unit: 'bytes', of: 'headers', per: 'request', beyond: '431' },
  bodyBytes: { most: 65_536, unit: 'bytes', of: 'body (interface 8)', per: 'request', beyond: '413' },
  /** Handling a parameter takes much longer than reading it. */
  formParameters: { most: 100, of: 'parameters of a form or of `/token`', per: 'request', beyond: '400' },
  requestTimeout: {
    ...{ most: 15 * second, unit: 'ms', of: 'time for a request to arrive', per: 'request', beyond: '408' },
  },
  keepAliveTimeout: {
    ...{ most: 75 * second, unit: 'ms', of: 'time without a request', per: 'connection', beyond: closed },
  },
  healthyDeliveries: {
    ...{ maxConcurrent: 192, maxPerKey: 48, of: 'deliveries to fast endpoints', per: 'developer' },
    beyond: 'they wait in the outbox',
  },
  strainedDeliveries: {
    ...{ maxConcurrent: 64, maxPerKey: 16, of: 'deliveries to slow endpoints', per: 'developer' },
    beyond: 'they wait in the outbox',
  },
  deliveries: {
    ...{ maxConcurrent: 512, maxPerKey: 128, of: 'deliveries', per: 'developer' },
    beyond: 'they wait in the outbox',
  },
  appsWithRequests: {
    ...{ most: 500, of: 'apps whose latest requests are in memory', per: 'node' },
    beyond: 'those of the app that sent none for the longest time are forgotten',
  },
  /** A fifth of a processor. */
  nodeTestSpeed: {
    ...{ most: 20_000, of: 'seconds of house time per second, all houses of test users', per: 'node' },
    beyond: '`node-houses-too-fast`',
  },
  /** A hash takes about 25 ms of a processor, of which a small node has two. */
  passwordHashes: {
    ...{ maxConcurrent: 2, maxPerKey: 1, maxWaiting: 20, maxWait: 5 * second },
    ...{ of: 'passwords being hashed', per: 'address', beyond: retryLater },
  },
  /** `turn` is how long a house may delay everything else at once, in ms. The pause after it keeps the share. */
  nodeTestSteps: {
    ...{
      most: 30,
      turn: 3,
      unit: '%',
      of: 'time for stepping the clocks of houses of test users',
      per: 'node',
    },
    beyond: 'steps take longer',
  },
  /** Each token is read from the database. */
  verifying: {
    ...{ maxConcurrent: 256, maxWait: 3 * second, of: 'bridge tokens being verified', per: 'node' },
    beyond: '`busy` with `Retry-After`',
  },
  /** Each bridge sends a snapshot, and after a restart all bridges connect at once. A bridge times out after 15 s. */
  entering: {
    ...{ maxConcurrent: 256, maxWait: 10 * second, of: 'bridges that are connecting', per: 'node' },
    beyond: '`busy` with `Retry-After`',
  },
  enteringRetry: {
    ...{ most: minute, unit: 'ms', of: '`Retry-After` sent to a bridge that has to wait', per: 'bridge' },
    beyond: 'it is never longer',
  },
} as const satisfies Limits;

/**
 * Limits that slow down guessing without locking the owner out. They count failures for an account from one browser in
 * which it was used before (`browser`), for an account from one address (`pair`), for an address (`place`), and for an
 * account from all addresses and browsers in which its owner never signed in. The last one slows both an attacker with
 * many addresses and an owner at a new address. The owner gets a turn that cannot be overtaken (`signInTurn`). Wrong
 * codes after the right password have separate counters (`code...`), so that an attacker who has the password cannot
 * keep the owner from using it. The counter of the account has no turns, and its waits make a six-digit code impossible
 * to guess. It does not count recovery codes, so an owner at a new address can sign in with one meanwhile. The audit log
 * stores these names.
 */
const guesses = {
  browser: {
    ...{ free: 5, maxWait: 15 * minute, of: 'wrong passwords', per: 'account and known browser' },
    beyond: retryLater,
  },
  pair: {
    free: 5,
    maxWait: 15 * minute,
    of: 'wrong passwords',
    per: 'account and address',
    beyond: retryLater,
  },
  place: { free: 30, maxWait: 15 * minute, of: 'wrong passwords', per: 'address', beyond: retryLater },
  account: {
    ...{ free: 100, maxWait: 30 * second, of: 'wrong passwords from new addresses', per: 'account' },
    beyond: `${retryLater}, and a turn in the queue`,
  },
  codeBrowser: {
    ...{ free: 4, maxWait: 15 * minute, of: 'wrong codes', per: 'account and known browser' },
    beyond: retryLater,
  },
  codePair: {
    free: 4,
    maxWait: 15 * minute,
    of: 'wrong codes',
    per: 'account and address',
    beyond: retryLater,
  },
  codeAccount: {
    ...{
      free: 10,
      maxWait: 60 * minute,
      of: 'wrong codes from new addresses',
      per: 'account',
      beyond: retryLater,
    },
  },
  signUp: { free: 20, maxWait: 15 * minute, of: 'accounts created', per: 'address', beyond: retryLater },
  taken: {
    ...{
      free: 5,
      maxWait: 15 * minute,
      of: 'attempts to create an account with a taken e-mail address',
      per: 'address',
    },
    beyond: retryLater,
  },
  userCode: {
    free: 40,
    maxWait: 15 * minute,
    of: 'device codes entered',
    per: 'address',
    beyond: retryLater,
  },
  // Even at the longest wait, the link of the previous e-mail still works (`tokenLifetimes`), so an attacker cannot
  // lock the owner out.
  emailTo: {
    free: 3,
    maxWait: 30 * minute,
    of: 'e-mails requested',
    per: 'e-mail address',
    beyond: retryLater,
  },
  emailFrom: { free: 20, maxWait: 15 * minute, of: 'e-mails requested', per: 'address', beyond: retryLater },
  emailBy: {
    free: 20,
    maxWait: 15 * minute,
    of: 'e-mails requested for others',
    per: 'account',
    beyond: retryLater,
  },
} as const satisfies Readonly<Record<string, FailureLimit>>;

/**
 * Turns of people waiting for `guesses.account`: at least `leastPause` apart, each valid for `usable` (decisions/019).
 */
const turns = {
  signInTurn: {
    ...{ maxPerKey: 1, maxWait: longestTurnWait, leastPause: turnPause, usable: turnUsable },
    ...{
      of: `turns to sign in from a new address, valid for ${turnUsable / minute} min`,
      per: 'account and address',
    },
    beyond: `with more than ${longestTurnWait / turnPause} waiting, turns are ${turnPause / second} s apart`,
  },
} as const satisfies Limits;

/** All limits that keep users of a cloud from affecting each other. Times are in ms. */
export const limits = { ...shares, ...requests, ...nodes, ...turns, guesses };

/** The same limits in groups, for the documentation. */
export const limitGroups = { shares, requests, nodes, guesses: { ...guesses, ...turns } };
