import { closed, type Limits, second } from './limit.ts';

const refused = '409 with a sentence';
const outside = '400 with a sentence';

/** The limits of the HTTP server of a bridge. An address is an IPv4 address or a /64 network. Times in ms. */
export const bridgeLimits = {
  connections: { maxConcurrent: 1_024, maxPerKey: 256, of: 'connections', per: 'address', beyond: closed },
  handshakes: {
    maxConcurrent: 256,
    maxPerKey: 32,
    of: 'unfinished TLS handshakes',
    per: 'address',
    beyond: 'the oldest is closed if it is slow',
  },
  headerBytes: { most: 16_384, unit: 'bytes', of: 'headers', per: 'request', beyond: outside },
  requestTimeout: {
    most: 15 * second,
    unit: 'ms',
    of: 'time for a request to arrive',
    per: 'request',
    beyond: outside,
  },
  keepAliveTimeout: {
    most: 75 * second,
    unit: 'ms',
    of: 'time without a request',
    per: 'connection',
    beyond: closed,
  },
  idleTimeout: {
    most: 120 * second,
    unit: 'ms',
    of: 'time without any data',
    per: 'connection',
    beyond: 'the connection is closed, unless its client waits for a response',
  },
  streams: { maxConcurrent: 128, maxPerKey: 32, of: 'live streams', per: 'address', beyond: refused },
  /**
   * One such request runs at a time, addresses take turns, and each connection can queue one, because waiting costs
   * less than a refusal and a new request.
   */
  waitingReads: {
    maxConcurrent: 1_024,
    maxPerKey: 256,
    of: 'long requests that are waiting',
    per: 'address',
    beyond: refused,
  },
  unreadAnswers: {
    maxConcurrent: 32,
    maxPerKey: 4,
    of: 'responses to long requests that have not been read yet',
    per: 'address',
    beyond: 'others wait; the oldest is closed if it is being read slowly',
  },
  readTimeout: {
    most: 60 * second,
    unit: 'ms',
    of: 'time for reading such a response',
    per: 'request',
    beyond: closed,
  },
  wrongKeys: {
    rate: 0.1,
    burst: 20,
    of: 'wrong access keys and installer keys',
    per: 'address',
    beyond: '429 with `Retry-After`, even for the right key',
  },
  countedAddresses: {
    most: 1_024,
    of: 'addresses with their own count of wrong keys',
    per: 'bridge',
    beyond: 'other addresses share one count',
  },
  snapshots: { most: 20, of: 'snapshots of a simulated house', per: 'bridge', beyond: outside },
  snapshotBytes: {
    most: 67_108_864,
    unit: 'bytes',
    of: 'snapshots of a simulated house',
    per: 'bridge',
    beyond: outside,
  },
  requests: {
    most: 200,
    of: 'latest requests that `GET /simulation/requests` lists',
    per: 'bridge',
    beyond: 'the oldest is forgotten',
  },
  requestsBytes: {
    most: 131_072,
    unit: 'bytes',
    of: 'these requests in memory',
    per: 'bridge',
    beyond: 'the oldest is forgotten',
  },
  requestBody: {
    most: 2_048,
    unit: 'bytes',
    of: 'body that is listed',
    per: 'request',
    beyond: 'the request is listed without its body',
  },
  recordingBytes: {
    most: 16_777_216,
    unit: 'bytes',
    of: 'a recording of traffic',
    per: 'file',
    beyond: 'further requests are passed on but not recorded; a larger file is not replayed',
  },
  backupBytes: {
    most: 268_435_456,
    unit: 'bytes',
    of: 'an uploaded backup, and of its content',
    per: 'bridge',
    beyond: '413 with a sentence',
  },
  forks: { most: 4, of: 'forks of a simulated house; a fork has none', per: 'bridge', beyond: outside },
} as const satisfies Limits;
