import { uplinkTimes } from '../uplink/connection.ts';
import { closed, type Limits, minute, retryLater, second } from './limit.ts';

/** Limits of a node for all its clients together. */
export const nodes = {
  connections: {
    // Enough for an office, or for a carrier with many houses behind one address.
    maxConcurrent: 20_000,
    maxPerKey: 2_000,
    of: 'connections',
    per: 'address',
    beyond: closed,
  },
  handshakes: {
    maxConcurrent: 4_000,
    maxPerKey: 200,
    of: 'unfinished TLS handshakes',
    per: 'address',
    beyond: 'the oldest is closed if it is slow',
  },
  calls: { maxPerKey: 100, of: 'calls of an HTTP/2 session', per: 'connection', beyond: 'they wait' },
  /** A client resets a call to stop waiting for it. `time` is the longest time without new sessions. */
  resets: {
    rate: 20,
    burst: 1_000,
    time: minute,
    of: 'calls of HTTP/2 sessions that are reset',
    per: 'address',
    beyond: `the session is closed, and new ones are for up to ${minute / second} s`,
  },
  headerBytes: { most: 16_384, unit: 'bytes', of: 'headers', per: 'request', beyond: '431' },
  bodyBytes: { most: 65_536, unit: 'bytes', of: 'body (interface 8)', per: 'request', beyond: '413' },
  /** Handling a parameter takes much longer than reading it. */
  formParameters: { most: 100, of: 'parameters of a form or of `/token`', per: 'request', beyond: '400' },
  requestTimeout: {
    most: 15 * second,
    unit: 'ms',
    of: 'time for a request to arrive',
    per: 'request',
    beyond: '408',
  },
  keepAliveTimeout: {
    most: 75 * second,
    unit: 'ms',
    of: 'time without a request',
    per: 'connection',
    beyond: closed,
  },
  healthyDeliveries: {
    maxConcurrent: 192,
    maxPerKey: 48,
    of: 'deliveries to fast endpoints',
    per: 'developer',
    beyond: 'they wait in the outbox',
  },
  strainedDeliveries: {
    maxConcurrent: 64,
    maxPerKey: 16,
    of: 'deliveries to slow endpoints',
    per: 'developer',
    beyond: 'they wait in the outbox',
  },
  deliveries: {
    maxConcurrent: 512,
    maxPerKey: 128,
    of: 'deliveries',
    per: 'developer',
    beyond: 'they wait in the outbox',
  },
  listeners: {
    maxConcurrent: 1_000,
    of: 'connections of `plenum listen`',
    per: 'node',
    beyond: '503',
  },
  appsWithRequests: {
    most: 500,
    of: 'apps whose latest requests are in memory',
    per: 'node',
    beyond: 'those of the app that sent none for the longest time are forgotten',
  },
  /** A fifth of a core. */
  nodeTestSpeed: {
    most: 20_000,
    of: 'seconds of house time per second, all houses of test users',
    per: 'node',
    beyond: '`node-houses-too-fast`',
  },
  /** A hash takes about 25 ms of CPU time, and a small node has two cores. */
  passwordHashes: {
    maxConcurrent: 2,
    maxPerKey: 1,
    maxWaiting: 20,
    maxWait: 5 * second,
    of: 'passwords being hashed',
    per: 'address',
    beyond: retryLater,
  },
  /** `turn` is the time in ms for which a house may delay everything else. The pause after it preserves the share. */
  nodeTestSteps: {
    most: 30,
    turn: 3,
    unit: '%',
    of: 'time for stepping the clocks of houses of test users',
    per: 'node',
    beyond: 'steps take longer',
  },
  /** Each token is read from the database. */
  verifying: {
    maxConcurrent: 256,
    maxWait: 3 * second,
    of: 'bridge tokens being verified',
    per: 'node',
    beyond: '`busy` with `Retry-After`',
  },
  /** Each bridge sends a snapshot, and after a restart all bridges connect at once. A bridge times out after 15 s. */
  entering: {
    maxConcurrent: 256,
    maxWait: 10 * second,
    of: 'bridges that are connecting',
    per: 'node',
    beyond: '`busy` with `Retry-After`',
  },
  /** At 350 bridges a second, a sixth of 100,000 bridges takes 48 s, but one node alone 286 s. */
  enteringRetry: {
    most: uplinkTimes.longestRetryAfter,
    unit: 'ms',
    of: '`Retry-After` sent to a bridge that has to wait',
    per: 'bridge',
    beyond: 'it is never longer',
  },
} as const satisfies Limits;
