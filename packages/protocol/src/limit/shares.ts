import { hour, type Limits, minute, readLater, retryLater, second } from './limit.ts';

/** Maximum size in bytes of a gRPC message, and of a response to an assistant's request. */
const maxMessage = 4_194_304;
const leastRead = 1_024;
const unprovenFor = hour;
const keptFor = 15 * second;
const answerTime = minute;

/** The part of a node's capacity that one account may use, so that it cannot slow down others (decisions/021). */
export const shares = {
  bridges: { most: 100, of: 'bridges', per: 'user', beyond: '`too-many-bridges` when another one is paired' },
  developmentBridges: {
    most: 100_000,
    of: 'bridges in development mode',
    per: 'user',
    beyond: '`too-many-bridges` when another one is paired',
  },
  /**
   * If an operator raises the number of bridges that an account may have, this limit is that number. `time` is how long
   * a bridge that has not connected yet keeps its system id.
   */
  unprovenBridges: {
    most: 20,
    time: unprovenFor,
    of: 'paired bridges that have not connected yet',
    per: 'user',
    beyond: `\`too-many-bridges\`; the system id becomes free again after ${unprovenFor / hour} h`,
  },
  /** `least` is the minimum number of bytes that a request counts as. */
  read: {
    rate: 20_480,
    burst: 204_800,
    least: leastRead,
    unit: 'bytes',
    isPerBridge: true,
    of: `components read by apps (Discover, Query, Watch), at least ${leastRead} bytes per request`,
    per: 'user',
    beyond: retryLater,
  },
  /**
   * Shared by all apps: a limit per token could be evaded, since each refresh gives an app a new token with its own
   * rate.
   */
  controls: {
    rate: 2,
    burst: 20,
    isPerBridge: true,
    of: 'Controls',
    per: 'user',
    beyond: `${retryLater}; nothing was done`,
  },
  discoversOfApp: {
    maxPerKey: 1,
    maxWaiting: 5,
    maxWait: 30 * second,
    of: 'Discovers',
    per: 'app and user',
    beyond: retryLater,
  },
  /** Apps take turns. `turn` is the maximum time that one app may delay others. */
  discovers: {
    maxPerKey: 1,
    maxWait: 30 * second,
    turn: 10 * second,
    of: 'Discovers of all apps, which take turns',
    per: 'user',
    beyond: retryLater,
  },
  discoverRead: {
    most: minute,
    unit: 'ms',
    of: 'time for reading the answer to a Discover',
    per: 'request',
    beyond: 'the answer is cut off',
  },
  grpcDiscover: {
    most: maxMessage,
    unit: 'bytes',
    of: 'answer to a Discover over gRPC',
    per: 'request',
    beyond: '429; use Watch, which sends components bridge by bridge',
  },
  streamsOfApp: { maxPerKey: 20, of: 'Watch streams', per: 'app and user', beyond: '429' },
  streams: { maxPerKey: 40, of: 'Watch streams of all apps', per: 'user', beyond: '429' },
  cursorBytes: {
    maxPerKey: 2_048,
    unit: 'bytes',
    isPerBridge: true,
    of: 'cursors sent when opening streams',
    per: 'user',
    beyond: '429',
  },
  houseReads: {
    rate: 2,
    burst: 60,
    of: 'reads of history and energy from bridges',
    per: 'app and user',
    beyond: retryLater,
  },
  /** A bridge's response is reused for `time`. */
  keptReads: {
    most: 8,
    time: keptFor,
    of: `responses to these reads that are reused for ${keptFor / second} s`,
    per: 'user',
    beyond: 'the oldest is forgotten',
  },
  /** A message costs ten times as much to handle as a Query. */
  assistantMessages: {
    rate: 20,
    burst: 100,
    of: 'messages of assistants (`/mcp`)',
    per: 'user',
    beyond: retryLater,
  },
  /** `time` is the maximum time of a response. */
  assistantAnswers: {
    maxPerKey: 20,
    time: answerTime,
    of: `messages of assistants being answered, up to ${answerTime / second} s each`,
    per: 'user',
    beyond: retryLater,
  },
  assistantRead: {
    most: maxMessage,
    unit: 'bytes',
    of: 'answer to one request of an assistant’s tool',
    per: 'request',
    beyond: '413; the tool fails',
  },
  latestRequests: {
    most: 50,
    of: 'latest requests of an app in the console',
    per: 'app',
    beyond: 'the oldest is forgotten',
  },
  latestRequestsBytes: {
    most: 32_768,
    unit: 'bytes',
    of: 'these requests in memory',
    per: 'app',
    beyond: 'the oldest is forgotten',
  },
  latestRequestBody: {
    most: 2_048,
    unit: 'bytes',
    of: 'body that is listed',
    per: 'request',
    beyond: 'the request is listed without its body',
  },
  testUsers: { most: 20, of: 'test users', per: 'developer', beyond: '`too-many-test-users`' },
  testHouses: { most: 50, of: 'houses of test users', per: 'developer', beyond: '`too-many-test-houses`' },
  testRequests: {
    most: 50,
    of: 'latest requests of a house of a test user in the console',
    per: 'house',
    beyond: 'the oldest is forgotten',
  },
  testRequestsBytes: {
    most: 16_384,
    unit: 'bytes',
    of: 'these requests in memory',
    per: 'house',
    beyond: 'the oldest is forgotten',
  },
  /** Simulating takes about 10 µs per second of house time. */
  testSpeed: {
    most: 3_600,
    of: 'seconds of house time per second, all houses of test users',
    per: 'developer',
    beyond: '`test-houses-too-fast`',
  },
  /** A step larger than the rest of the month is allowed too, but the next one then has to wait longer. */
  testSteps: {
    rate: 3_600,
    burst: 2_678_400,
    of: 'seconds of house time stepped',
    per: 'developer',
    beyond: `${retryLater}; nothing was done`,
  },
  bridgeFrames: { rate: 100, burst: 1_000, of: 'frames', per: 'bridge', beyond: readLater },
  bridgeBytes: {
    rate: 262_144,
    burst: 1_048_576,
    unit: 'bytes',
    of: 'frames',
    per: 'bridge',
    beyond: readLater,
  },
  frames: {
    rate: 5,
    burst: 50,
    isPerBridge: true,
    of: 'frames of all bridges',
    per: 'user',
    beyond: readLater,
  },
  frameBytes: {
    rate: 16_384,
    burst: 163_840,
    unit: 'bytes',
    isPerBridge: true,
    of: 'frames of all bridges',
    per: 'user',
    beyond: readLater,
  },
  events: {
    rate: 20,
    burst: 200,
    isPerBridge: true,
    of: 'events that bridges cause for endpoints',
    per: 'user',
    beyond: 'frames are stored later',
  },
  entries: {
    rate: 0.2,
    burst: 5,
    isPerBridge: true,
    of: 'attempts of bridges to connect',
    per: 'user',
    beyond: '`busy` with `Retry-After`',
  },
  enteringOfUser: {
    maxPerKey: 0.08,
    maxWaiting: 1,
    isPerBridge: true,
    of: 'bridges that are connecting',
    per: 'user',
    beyond: '`busy` with `Retry-After`',
  },
  /** Each request sends all components again. */
  enables: {
    rate: 0.2,
    burst: 20,
    of: 'endpoints enabled or switched to other event types',
    per: 'user',
    beyond: retryLater,
  },
  bulkResends: {
    rate: 0.1,
    burst: 6,
    of: 'requests to resend many deliveries',
    per: 'user',
    beyond: retryLater,
  },
  resendJobs: {
    most: 2,
    of: 'endpoints to which jobs resend all deliveries',
    per: 'user',
    beyond: '409 with a sentence',
  },
} as const satisfies Limits;
